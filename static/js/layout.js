// After a swap the page's layout follows what stands in #table: an open table becomes a running
// one in place, a move from a mail ends on a page of another kind, a turn is about to be made final.

function follow() {
  const { classList } = document.documentElement;
  classList.toggle("has-table", document.querySelector(".table-page") !== null);
  classList.toggle("has-final", document.querySelector(".table-page.is-final") !== null);
}

document.addEventListener("htmx:after:swap", follow);
