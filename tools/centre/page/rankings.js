// Shows the rankings as tables with bars.

/** Node-hours: whole from 100 on, else two digits, and never an exponent, which JavaScript writes below a millionth. */
function hours(value) {
  if (Math.abs(value) >= 100) return count(value);
  return Math.abs(value) < 1e-6 ? "0" : String(Number(value.toPrecision(2)));
}
const percent = (value) => value.toFixed(1) + "\u00a0%";

const GROUPS = data.by_plural;
const unnamed = () => el("span", { class: "muted" }, "(not recorded)");

/** The columns of rankings: title, path in a row of the data, format. */
const COLUMN = {
  jobs: ["Jobs", "jobs", count],
  hours: ["Node-hours", "node_hours", hours],
  inMpi: ["In MPI", "mpi_percent", percent],
  reordered: ["Reordered jobs", "reordered.jobs", count],
  poorHours: ["Node-hours in a poor order", "poor_order.node_hours", hours],
  poorJobs: ["Jobs in a poor order", "poor_order.jobs", count],
  wouldGain: ["Would gain, node-hours", "poor_order.would_gain_node_hours", hours],
  gained: ["Gained, node-hours", "measured.gained_node_hours", hours],
  lost: ["Lost, node-hours", "measured.lost_node_hours", hours],
  measured: ["Measured jobs", "measured.jobs", count],
  slower: ["Slower jobs", "measured.slower_jobs", count],
  gain: ["Of the time in MPI", "measured.gain_percent", percent],
  predicted: ["Predicted", "measured.predicted_percent", percent],
  droppedJobs: ["Jobs", "dropped.jobs", count],
  droppedHours: ["Node-hours", "dropped.node_hours", hours],
};

/** Returns a table of a ranking, whose bars are the first column; `last` returns the cell of one more column. */
function rankingTable(key, caption, names, last) {
  const rows = data.rankings[key],
    shown = names.map((name) => COLUMN[name]);
  const value = (i) => at(`rankings.${key}.${i}.${shown[0][1]}`);
  const most = Math.max(0, ...rows.map((_, i) => value(i)));
  const heads = [
    ...columns(data.by[0].toUpperCase() + data.by.slice(1), { name: "", share: true }),
    ...shown.map(([title]) => number(title)),
  ];
  return table(
    caption,
    last ? [...heads, ...columns(last.name)] : heads,
    rows.map((row, i) => [
      row.name === null ? unnamed() : row.name,
      shares([value(i)], most),
      ...shown.map(([, path, format]) => datum(`rankings.${key}.${i}.${path}`, format)),
      ...(last ? [last.cell(row)] : []),
    ]),
  );
}

/** Returns a section of one ranking; a notice if it has no rows. */
const rankingSection = (key, caption, names, nothing, last) => () =>
  data.rankings[key].length
    ? [rankingTable(key, caption, names, last), more(key)]
    : el("p", { class: "notice" }, nothing);

/** Says that a ranking is cut. */
const more = (key) =>
  data.rankings[key].length < data.top
    ? null
    : el("p", { class: "hint" }, `The first ${grouped(data.top)}; topomorph site --top N shows more.`);
