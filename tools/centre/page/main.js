// The page of topomorph site: its sections, and what stands above them.
const REASON = { name: "Why", cell: (row) => row.dropped_reason || "" };
const SECTIONS = [
  ["Summary", "summary", "", summarySection],
  [
    "Would gain next",
    "would-gain",
    "Jobs that ran in the launcher's order although a plan predicts a gain: their time in MPI x the predicted gain. " +
      "A job without a plan has the prediction of other jobs of its program with as many ranks.",
    rankingSection(
      "would_gain",
      "Would gain next",
      ["wouldGain", "poorHours", "poorJobs", "inMpi", "reordered"],
      "No job that ran in the launcher's order has a time in MPI and a predicted gain.",
    ),
  ],
  [
    "Poor order",
    "poor-order",
    "Most node-hours in the launcher's order although a plan predicts a gain.",
    rankingSection(
      "poor_order",
      "Most node-hours in a poor order",
      ["poorHours", "poorJobs", "hours", "wouldGain"],
      "No job ran in a poor order.",
    ),
  ],
  [
    "Gained",
    "gained",
    "Node-hours that new orders have saved, as mode auto has measured against the launcher's order.",
    rankingSection(
      "gained",
      "Gained most",
      ["gained", "measured", "gain", "predicted"],
      "No job has a gain above 0 that was measured.",
    ),
  ],
  [
    "Lost",
    "lost",
    "Jobs that were slower in the new order than in the launcher's.",
    rankingSection(
      "lost",
      "Lost most",
      ["lost", "slower", "measured", "gained"],
      "No job is known to be slower in a new order.",
    ),
  ],
  [
    "Dropped",
    "dropped",
    "Jobs whose new order mode auto has taken back.",
    rankingSection(
      "dropped",
      "Dropped orders",
      ["droppedJobs", "droppedHours"],
      "No order was dropped.",
      REASON,
    ),
  ],
  [
    "Most node-hours",
    "most-used",
    "All jobs, whatever their order.",
    rankingSection(
      "most_used",
      "Most node-hours",
      ["hours", "jobs", "inMpi", "reordered"],
      "No record has hosts and seconds.",
    ),
  ],
  ["Stores", "stores", "What the stores of topomorph auto predict.", storesSection],
  ["About this page", "about", "", aboutSection],
];

function head() {
  const { input, total } = data;
  showTitle(`Jobs by ${data.by}`);
  const days = input.first_end ? `${input.first_end.slice(0, 10)} to ${input.last_end.slice(0, 10)}` : "";
  showSubtitle([jobsOf(total.jobs), `${hours(total.node_hours)} node-hours`, days]);
  document.getElementById("footer").textContent =
    "Made by topomorph site. All numbers are those of site --json. " +
    "A node-hour is an hour of one host, from MPI_Init to MPI_Finalize.";
}

buildPage(SECTIONS, head, {});
