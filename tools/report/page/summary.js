// Shows the first and the last section: main results, confidence, and source.

/** To the nearest percent, as the command line does. */
function saved(saving) {
  if (!saving || !saving.better) return null;
  const percent = Math.round(saving.percent);
  return percent ? `−${percent}\u00a0%` : "no change";
}

function tilePair(view, name, key, format, note, changed) {
  const paths = view.series.map((series) => `${series.path}.${key}`),
    values = paths.map(at);
  if (values.some((value) => value === null || value === undefined)) return null;
  return tile(
    name,
    datum(paths[0], format),
    paths[1] ? datum(paths[1], format) : null,
    paths[1] ? changed || change(values[0], values[1]) : null,
    note,
  );
}

function crossing(view) {
  const saving = view.compares ? null : view.reports[0].saving;
  const index = saving ? saving.borders.findIndex((border) => border.hosts) : -1;
  if (index < 0) return null;
  const border = saving.borders[index],
    path = `saving.borders.${index}.`;
  return tile(
    "Bytes between hosts",
    datum(path + "bytes_before", volume),
    view.series.length > 1 ? datum(path + "bytes_after", volume) : null,
    view.series.length > 1 ? change(border.bytes_before, border.bytes_after) : null,
    `${border.parts} hosts`,
  );
}

/** What the better order does to the time of the job, which has more in it than communication. */
function jobWords(view) {
  const [before, after] = coursesOf(view);
  if (!after) return "";
  const less = 100 * (1 - after.order.seconds / before.order.seconds);
  if (Math.abs(less) < 0.5) return ", and no difference to the time of the job";
  return `, and a job that is ${Math.abs(less).toFixed(0)}\u00a0% ${less > 0 ? "shorter" : "longer"}`;
}

function verdict(view) {
  if (view.compares) return `${view.reports[0].source} (A) and ${view.reports[1].source} (B), each as it ran.`;
  const { saving } = view.reports[0];
  if (!saving)
    return "The places of the ranks are not known, so there are no distances and savings.";
  if (!saving.better) return "No better order was found: the ranks are well placed.";
  const percent = `${Math.round(saving.percent) || "under 1"}\u00a0% less`,
    ofJob = saving.percent_of === "job",
    less = ofJob ? `${percent} time of the job` : `${percent} predicted communication time${jobWords(view)}`;
  if (saving.worth_it) return `Reordering the ranks would bring ${less}.`;
  const limit = `${Number(saving.min_gain.toFixed(1))} %${ofJob ? " of its time in MPI" : ""}`;
  return `A better order exists, with ${less}: under the ${limit} from which topomorph run reorders.`;
}

/** The seconds of the job by replay, in both orders. */
function jobTile(view) {
  const shown = coursesOf(view),
    before = shown[0],
    after = shown[1];
  if (!before) return null;
  return tile(
    "Time of the job",
    datum(before.path + ".seconds", seconds),
    after ? datum(after.path + ".seconds", seconds) : null,
    after ? change(before.order.seconds, after.order.seconds) : null,
    "by a replay of its trace",
  );
}

/** The predicted time of communication. With a measured network it is that of the busiest link or process. */
function communicationTile(view) {
  const { saving, before } = view.reports[0];
  const measured = saving && saving.seconds_before !== before.predicted.seconds;
  if (view.compares || !measured) {
    const changed = view.compares || !saving || saving.percent_of === "job" ? null : saved(saving);
    return tilePair(view, "Predicted time", "predicted.seconds", seconds, "all messages in sequence", changed);
  }
  return tile(
    "Predicted communication",
    datum("saving.seconds_before", seconds),
    saving.better ? datum("saving.seconds_after", seconds) : null,
    saving.better ? change(saving.seconds_before, saving.seconds_after) : null,
    "of the busiest link or process",
  );
}

function patternTile() {
  return tile(
    "Bytes between other ranks",
    datum("pattern_change_percent", (percent) => percent.toFixed(1) + " %"),
    null,
    null,
    "in B than in A: 0 is the same pattern",
  );
}

/** Says what the calls with reorder=1 would gain, whose order was kept. */
function topologiesPart(view) {
  const list = view.reports.flatMap((report) => (report.topologies ? report.topologies.list : []));
  if (list.length === 0) return null;
  const words = (made) => made.text || `${made.call}: ${made.better === null ? "not predicted" : "no better order"}`;
  return [
    el("h3", { style: "margin-top:20px" }, "Virtual topologies with reorder=1, whose order was kept"),
    el(
      "ul",
      { class: "sure" },
      list.map((made) => el("li", {}, `${words(made)}; ${grouped(made.calls)} × ${grouped(made.ranks)} ranks`)),
    ),
  ];
}

function summarySection(view) {
  const report = view.reports[0];
  const mpi = (root, job) => (job.mpi_seconds ? datum(root + "job.mpi_seconds.mean", seconds) : null);
  const times = view.reports.map((each, r) => mpi(view.roots[r], each.job));
  const means = view.reports.map((each) => each.job.mpi_seconds && each.job.mpi_seconds.mean);
  const job = jobTile(view);
  const tiles = [
    job,
    crossing(view),
    communicationTile(view),
    tilePair(view, "Busiest link", "predicted.busiest_link.seconds", seconds, "predicted"),
    job ? null : tilePair(view, "Bytes × distance", "hop_bytes", cost),
    times[0]
      ? tile(
          "Time in MPI, a rank",
          times[0],
          times[1],
          times[1] ? change(means[0], means[1]) : null,
          view.compares
            ? "measured"
            : `measured, from ${seconds(report.job.mpi_seconds.least)} to ${seconds(report.job.mpi_seconds.most)}`,
        )
      : null,
    view.compares ? patternTile() : null,
    tile(
      "All traffic",
      datum(view.roots[0] + "total.bytes", volume),
      view.compares ? datum(view.roots[1] + "total.bytes", volume) : null,
      view.compares ? change(report.total.bytes, view.reports[1].total.bytes) : null,
      report.total.messages === null ? "messages are not known" : count(report.total.messages) + " messages",
    ),
  ];
  return [
    el("p", { class: "verdict" }, verdict(view)),
    el("dl", { class: "tiles" }, tiles),
    topologiesPart(view),
    el("h3", { style: "margin-top:20px" }, "Confidence"),
    el(
      "ul",
      { class: "sure" },
      [...new Set(view.reports.flatMap((each) => each.confidence))].map((sentence) => el("li", {}, sentence)),
    ),
  ];
}

function factsSection(view) {
  const facts = (report) => {
    const { job, topology } = report;
    const program = [job.program, job.arguments].filter(Boolean).join(" ");
    const ranks =
      job.records !== undefined && job.records !== job.ranks
        ? `${grouped(job.ranks)}, of which ${grouped(job.records)} left a record`
        : grouped(job.ranks);
    const list = [
      ["File", report.source],
      ["Program", program],
      ["Ranks", ranks],
      ["Continued", job.continued],
      ["Hosts", job.hosts],
      ["MPI", job.mpi],
      ["Measured", whenOf(job.date)],
      ["Events", job.trace],
      ["Topology", topology && topology.description],
      ["Given as", topology && topology.given],
      ["Notes", topology && topology.notes.join("; ")],
    ];
    return el(
      "dl",
      { class: "facts" },
      list
        .filter(([, value]) => value !== undefined && value !== null && value !== "")
        .map(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]),
    );
  };
  return el(
    "div",
    { class: "pair" },
    view.reports.map((report, r) => el("div", {}, view.compares ? el("h3", {}, view.names[r]) : null, facts(report))),
  );
}
