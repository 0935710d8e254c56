// Builds a page of sections. Then data-state of the document is "ready", and data-errors the number of errors.
let errors = 0;
addEventListener("error", () => {
  document.documentElement.dataset.errors = String(++errors);
});
document.documentElement.dataset.errors = "0";

/** Returns "2026-11-20 15:18 UTC" for "2026-11-20T15:18:13Z". */
const whenOf = (date) => (date || "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ$/, "$1 $2 UTC");

const PAGE_TITLE = document.title;
function showTitle(name) {
  document.getElementById("title").textContent = name;
  document.title = `${name} – ${PAGE_TITLE}`;
}

/** Shows the parts below the title, without the empty ones. */
function showSubtitle(parts) {
  document
    .getElementById("subtitle")
    .append(...parts.filter(Boolean).flatMap((part, i) => [i ? " · " : "", el("span", { class: "whole" }, part)]));
}

function addSection(main, list, title, id, parts) {
  main.append(
    el("section", { id, "aria-labelledby": id + "-title" }, el("h2", { id: id + "-title" }, title), parts),
  );
  list.append(el("li", {}, el("a", { href: "#" + id }, title)));
}

/** Lists what was not recorded, which has no section of its own: empty boxes say nothing. */
function addAbsent(absent, main, list) {
  if (absent.size === 0) return;
  const rows = [...absent].map(([why, titles]) => [el("dt", {}, [...titles].join(", ")), el("dd", {}, why)]);
  addSection(main, list, "Not on this page", "absent", el("dl", { class: "facts" }, rows));
}

/** Builds the sections, rows of [title, id, lead, make]. A section whose parts are all notices is listed by its reason. */
function buildPage(sections, head, view) {
  const main = document.getElementById("content"),
    list = document.getElementById("sections");
  head(view);
  const absent = new Map(); // reason -> titles of the sections that are missing for it
  for (const [title, id, lead, make] of sections) {
    if (id === "about") addAbsent(absent, main, list);
    const parts = [make(view)].flat(4).filter(Boolean),
      says = parts.some((part) => !part.classList.contains("notice"));
    if (says) addSection(main, list, title, id, [lead ? el("p", { class: "lead" }, lead) : null, parts]);
    else parts.forEach(({ textContent: why }) => absent.set(why, (absent.get(why) || new Set()).add(title)));
  }
  (view.later || []).forEach((draw) => redraws.push(draw)); // canvases get their width from the complete document
  initTheme();
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) {
      width = innerWidth;
      redrawAll();
    }
  });
  document.documentElement.dataset.milliseconds = String(Math.round(performance.now()));
  document.documentElement.dataset.state = "ready";
}
