// The report: its sections, and what stands above them.
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

function head(view) {
  const { job, source } = view.reports[0];
  const name = view.compares
    ? "Two runs compared"
    : job.program
      ? job.program.split("/").pop()
      : source.split("/").pop();
  showTitle(name);
  const topology = view.reports[0].topology;
  const hosts = job.hosts || (topology && topology.hosts),
    parts = [
      `${grouped(job.ranks)} ranks`,
      hosts ? `${grouped(hosts)} ${hosts === 1 ? "host" : "hosts"}` : "",
      job.mpi,
      whenOf(job.date),
    ];
  showSubtitle(parts);
  document.getElementById("footer").textContent =
    `Made by topomorph report${view.compares ? " --compare" : ""} from ${view.reports.map((report) => report.source).join(" and ")}. All numbers are those of report --json.`;
}

buildPage(SECTIONS, head, viewOf());
