// The sections that are no rankings: summary, stores, and where the numbers come from.

function verdict() {
  const { poor_order: poor, measured, jobs } = data.total;
  if (!jobs) return "No record of a job was read.";
  const gained = measured.jobs
    ? `New orders have gained ${hours(measured.gained_node_hours)} node-hours. `
    : "No job has a measured gain. ";
  if (!poor.jobs) return gained + "No plan predicts a gain for a job that ran in the launcher's order.";
  const saved = hours(poor.would_gain_node_hours);
  return `${gained}${jobsOf(poor.jobs)} ran in a poor order; better orders would save ${saved} node-hours.`;
}

const shareNote = (part) =>
  `${jobsOf(part.jobs)}, ${share(part.node_hours, data.total.node_hours)} of the node-hours`;

function gainNote({ gain_percent: gain, predicted_percent: predicted }) {
  if (gain === null) return "no measured gain";
  return `${percent(gain)} of the time in MPI${predicted === null ? "" : `, predicted ${percent(predicted)}`}`;
}

function tiles() {
  const { total } = data,
    measured = total.measured;
  return [
    tile("Jobs", datum("total.jobs", count), null, null, groupsOf(data.groups)),
    tile(
      "Node-hours",
      datum("total.node_hours", hours),
      null,
      null,
      total.mpi_percent === null ? "" : `${percent(total.mpi_percent)} of them in MPI`,
    ),
    tile("In a new order", datum("total.reordered.node_hours", hours), null, null, shareNote(total.reordered)),
    tile(
      "Gained, node-hours",
      measured.jobs ? datum("total.measured.gained_node_hours", hours) : "not known",
      null,
      null,
      gainNote(measured),
    ),
    tile("In a poor order", datum("total.poor_order.node_hours", hours), null, null, shareNote(total.poor_order)),
    tile("Would gain, node-hours", datum("total.poor_order.would_gain_node_hours", hours), null, null, "as predicted"),
    tile(
      "In an order without a prediction",
      datum("total.not_predicted.node_hours", hours),
      null,
      null,
      shareNote(total.not_predicted),
    ),
    tile("Dropped orders", datum("total.dropped.jobs", count), null, null, "taken back by mode auto"),
    tile(
      "Lost, node-hours",
      datum("total.measured.lost_node_hours", hours),
      null,
      null,
      `${jobsOf(measured.slower_jobs)} ${measured.slower_jobs === 1 ? "was" : "were"} slower`,
    ),
    tile(
      "Added to a job",
      datum("total.added_milliseconds", (value) => seconds(value / 1000)),
      null,
      null,
      "by TopoMorph, mean",
    ),
  ];
}

function summarySection() {
  return [el("p", { class: "verdict" }, verdict()), el("dl", { class: "tiles" }, tiles())];
}

function storesSection() {
  const { stores } = data;
  if (!stores) return el("p", { class: "notice" }, "No store was given (topomorph site --store FOLDER).");
  if (!stores.with_gain) return el("p", { class: "notice" }, "No case in the stores has a predicted gain.");
  const most = Math.max(...stores.first.map((one) => one.saved_seconds));
  const heads = ["Ranks", "Runs", "Time in MPI", "Predicted gain", "Saved by a run"].map(number);
  return [
    el(
      "p",
      { class: "lead" },
      datum("stores.with_gain", count),
      " of ",
      datum("stores.cases", count),
      " cases have a predicted gain.",
    ),
    table(
      "Cases with a predicted gain",
      [...columns("Program", { name: "", share: true }), ...heads, ...columns("Last order", "Arguments")],
      stores.first.map((one, i) => {
        const path = `stores.first.${i}.`;
        return [
          one.program,
          shares([one.saved_seconds], most),
          datum(path + "ranks"),
          datum(path + "runs"),
          datum(path + "mpi_seconds", seconds),
          datum(path + "gain_percent", percent),
          datum(path + "saved_seconds", seconds),
          one.reordered ? "reordered" : "launcher",
          one.arguments || "",
        ];
      }),
    ),
  ];
}

/** Says what the rankings lack if there were too many names for the memory. */
function precision() {
  const { groups, rest } = data;
  const lost = data.has_given_up_predictions
    ? " There were too many programs and numbers of ranks: more jobs may be in a poor order than are known to be."
    : "";
  if (!data.has_given_up) return `${groupsOf(groups)} ${groups === 1 ? "was" : "were"} counted one by one.${lost}`;
  return (
    `${groupsOf(groups)} were counted one by one, ${jobsOf(rest.jobs)} of others together ` +
    `(${hours(rest.node_hours)} node-hours). Each row may lack up to ${hours(data.uncertain_node_hours)} ` +
    `node-hours, any number of jobs, and their reasons; the sums lack nothing.${lost}`
  );
}

/** Says of an owner what was not used as it stands. */
function troubleOf(account) {
  const { limits } = data.input;
  const said = (places, what) => (places.count ? `${grouped(places.count)} ${what}, the first: ${places.first}` : "");
  return [
    said(account.impossible, "impossible records, left out"),
    said(account.excess, "files with too much text, the rest left out"),
    said(account.disputed, "records that name another user, counted as their owner's"),
    said(account.never_written, "files with holes, skipped"),
    account.crowded_jobs
      ? `${jobsOf(account.crowded_jobs)} in no row: an owner begins ${grouped(limits.names_of_an_owner)} rows at most`
      : "",
  ]
    .filter(Boolean)
    .join("; ");
}

/** Facts about the owners whose records were not used as they stand. */
function troubles() {
  const { owners } = data.input;
  const left = owners.count - owners.first.length;
  return [
    ...owners.first.map((account) => [`Owner ${account.owner}`, troubleOf(account)]),
    ["Other owners", left ? `${grouped(left)} more, whose records were not all used as they stand` : ""],
  ];
}

function aboutSection() {
  const { input } = data;
  const asked = [input.since && `since ${whenOf(input.since)}`, input.until && `before ${whenOf(input.until)}`];
  const left = (places, what) => (places.count ? `${grouped(places.count)} ${what}, the first: ${places.first}` : "");
  const facts = [
    ["Files", input.files.join(", ")],
    ["Records", `${grouped(input.records)} of ${grouped(input.lines)} lines`],
    ["Jobs ended", input.first_end ? `${whenOf(input.first_end)} to ${whenOf(input.last_end)}` : ""],
    ["Asked for", asked.filter(Boolean).join(", ")],
    ["Outside of it", input.outside ? `${grouped(input.outside)} records` : ""],
    ["Without a date", input.undated ? `${grouped(input.undated)} records, left out` : ""],
    ["Damaged", left(input.damaged, "lines or files")],
    ["Other lines", left(input.foreign, "lines without a record")],
    ["Skipped", left(input.skipped, "entries of folders")],
    [
      "From logs",
      input.relayed ? `${grouped(input.relayed)} records, whose senders are not known: their users are their own word` : "",
    ],
    ...troubles(),
    ["Precision", precision()],
    ["Names", data.hashed ? "Hashed: a program or user has the same hash in all pages with the same key." : ""],
  ];
  return el(
    "dl",
    { class: "facts" },
    facts.filter(([, value]) => value).map(([name, value]) => [el("dt", {}, name), el("dd", {}, value)]),
  );
}
