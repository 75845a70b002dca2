// The page's layout follows what stands in #table: an open table becomes a running one in place,
// a move from a mail ends on a page of another kind.

document.addEventListener("htmx:after:swap", () => {
  const hasTable = document.querySelector(".table-page") !== null;
  document.documentElement.classList.toggle("has-table", hasTable);
});
