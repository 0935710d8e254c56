// Shows the rankings as tables with bars.

/** Node-hours: whole from 100 on, else two digits, and never an exponent, which JavaScript writes below a millionth. */
function hours(value) {
  if (Math.abs(value) >= 100) return count(value);
  return Math.abs(value) < 1e-6 ? "0" : String(Number(value.toPrecision(2)));
}
const percent = (value) => value.toFixed(1) + "\u00a0%";

/** "1 job", "2 jobs". */
const counted = (number, one, many) => `${count(number)} ${number === 1 ? one : many}`;
const jobsOf = (number) => counted(number, "job", "jobs");
/** "1 program", "7,713 programs": of whatever the records are added up by. */
const groupsOf = (number) => counted(number, data.by, data.by_plural);
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
    : el("p", { class: "notice" }, data.has_given_up ? `None of the ${data.by_plural} counted one by one.` : nothing);

/** Says that a ranking is cut, and for whom. */
function more(key) {
  const all = data.ranked[key],
    passed = data.passed_over[key];
  if (all <= data.top) return null;
  const text = `The first ${grouped(data.top)} of ${groupsOf(all)}; topomorph site --top N shows more.`;
  const left = passed
    ? ` Left out: ${grouped(passed)} greater ${passed === 1 ? data.by : data.by_plural} of owners who have their share of the rows.`
    : "";
  return el("p", { class: "hint" }, text + left);
}
