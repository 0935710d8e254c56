// Builds the page. Then data-state of the document is "ready", and data-errors the number of errors.
let errors = 0;
addEventListener("error", () => {
  document.documentElement.dataset.errors = String(++errors);
});
document.documentElement.dataset.errors = "0";

/** Collects the reports (one or two) and the orders of ranks that are shown beside each other. */
function viewOf() {
  const compares = Boolean(data.compare),
    reports = compares ? data.compare : [data],
    names = compares ? ["A", "B"] : ["Now", "Reordered"];
  const roots = compares ? ["compare.0.", "compare.1."] : [""];
  const series = compares
    ? reports.map((report, r) => ({
        name: names[r],
        report,
        order: report.before,
        side: "before",
        path: roots[r] + "before",
      }))
    : ["before", "after"]
        .filter((side) => data[side])
        .map((side, s) => ({ name: names[s], report: data, order: data[side], side, path: side }));
  return { compares, reports, names, roots, series, later: [] };
}

const SECTIONS = [
  ["Summary", "summary", "", summarySection],
  ["Over time", "course", "", courseSection],
  ["Who talks to whom", "heat", "", heatSection],
  ["Distances", "levels", "How far bytes travel: where sender and receiver meet in the machine.", levelsSection],
  ["Hosts", "hosts", "What each host's ranks exchange with other hosts.", hostsSection],
  ["Network", "network", "", networkSection],
  [
    "Measured network",
    "measured",
    "What messages between two ranks cost at the end of the job: half of a round trip, the rate of long messages, and the processor time of a message.",
    measuredSection,
  ],
  ["Busiest pairs", "pairs", "", pairsSection],
  ["Message sizes", "sizes", "How many messages of which size; each column ends below a power of two.", sizesSection],
  [
    "Phases",
    "phases",
    "What the program was doing, by the names it gave; time is that of all ranks in MPI.",
    phasesSection,
  ],
  ["Calls", "calls", "MPI functions by the time spent in them, all ranks together.", callsSection],
  ["About this report", "about", "", factsSection],
];

/** Returns "2026-11-20 15:18 UTC" for "2026-11-20T15:18:13Z". */
const whenOf = (date) => (date || "").replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ$/, "$1 $2 UTC");

function head(view) {
  const { job, source } = view.reports[0];
  const name = view.compares
    ? "Two runs compared"
    : job.program
      ? job.program.split("/").pop()
      : source.split("/").pop();
  document.getElementById("title").textContent = name;
  document.title = name + " – TopoMorph report";
  const topology = view.reports[0].topology;
  const hosts = job.hosts || (topology && topology.hosts),
    parts = [
      `${grouped(job.ranks)} ranks`,
      hosts ? `${grouped(hosts)} ${hosts === 1 ? "host" : "hosts"}` : "",
      job.mpi,
      whenOf(job.date),
    ];
  document
    .getElementById("subtitle")
    .append(...parts.filter(Boolean).flatMap((part, i) => [i ? " · " : "", el("span", { class: "whole" }, part)]));
  document.getElementById("footer").textContent =
    `Made by topomorph report${view.compares ? " --compare" : ""} from ${view.reports.map((report) => report.source).join(" and ")}. All numbers are those of report --json.`;
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
  addSection(main, list, "Not in this report", "absent", el("dl", { class: "facts" }, rows));
}

function build() {
  const view = viewOf(),
    main = document.getElementById("content"),
    list = document.getElementById("sections");
  head(view);
  const absent = new Map(); // reason -> titles of the sections that are missing for it
  for (const [title, id, lead, make] of SECTIONS) {
    if (id === "about") addAbsent(absent, main, list);
    const parts = [make(view)].flat(4).filter(Boolean),
      says = parts.some((part) => !part.classList.contains("notice"));
    if (says) addSection(main, list, title, id, [lead ? el("p", { class: "lead" }, lead) : null, parts]);
    else parts.forEach(({ textContent: why }) => absent.set(why, (absent.get(why) || new Set()).add(title)));
  }
  view.later.forEach((draw) => redraws.push(draw)); // canvases get their width from the complete document
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
build();
