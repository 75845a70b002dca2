// Examples of the rules: buttons that step through the pictures of one; without scripts the row is scrolled by hand.
import "./cards.js";

const labels = { back: "‹", on: "›" };

for (const figure of document.querySelectorAll(".example")) {
  const row = figure.querySelector("ol");
  if (row.children.length < 2) continue;
  const go = document.createElement("div");
  go.className = "example-go";
  for (const [name, sign] of Object.entries(labels)) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "button small";
    button.textContent = sign;
    button.setAttribute("aria-hidden", "true"); // the row itself is focused and scrolled by arrow keys
    button.tabIndex = -1;
    button.addEventListener("click", () => {
      row.scrollBy({ left: (name === "on" ? 1 : -1) * row.firstElementChild.clientWidth, behavior: "smooth" });
    });
    go.append(button);
  }
  figure.append(go);
  // Not where all pictures are in sight.
  new ResizeObserver(() => go.toggleAttribute("hidden", row.scrollWidth <= row.clientWidth)).observe(row);
}
