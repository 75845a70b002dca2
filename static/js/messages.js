// Messages of the site: [data-close] takes one away when it has been read.

for (const button of document.querySelectorAll("[data-close]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    button.closest("li").remove();
    document.getElementById("main").focus({ preventScroll: true });
  });
}
