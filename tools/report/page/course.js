// Draws what the busiest links and the ranks do over time, in both orders.

/** What a rank spends its time on, from the bottom of a strip to its top, with the classes of the style sheet. */
const PARTS = [
  ["compute", "computes", "p0"],
  ["messages", "processor time of messages", "p1"],
  ["core_wait", "waits for a core", "p2"],
  ["waiting", "waits for messages", "p3"],
];
const STRIP = 26,
  GAP = 8;

/** Returns a path along steps of equal width between two heights from 0 to 1. */
function stepsPath(low, high, x, top) {
  const y = (value) => (top + STRIP * (1 - Math.min(1, value))).toFixed(1);
  const there = high.map((value, i) => `L${x(i).toFixed(1)} ${y(value)}H${x(i + 1).toFixed(1)}`).join("");
  const back = low
    .map((value, i) => `L${x(i + 1).toFixed(1)} ${y(value)}H${x(i).toFixed(1)}`)
    .reverse()
    .join("");
  return `M${there.slice(1)}${back}Z`;
}

const percentOf = (value) => (100 * value).toFixed(0) + "\u00a0%";

/** Returns the strips of one order: {label, layers: [[class, values]], tell(i)}. The last interval may end after the
 * job: its values are those of the part before. */
function stripsOf(order) {
  const last = Math.ceil(order.replayed / order.interval) - 1,
    rest = order.replayed / order.interval - last;
  const whole = (values) => values.map((value, i) => (i === last && rest > 0 ? Math.min(1, value / rest) : value));
  const links = order.links.map((link) => ({
    label: link.name,
    layers: [["s1", whole(link.use)]],
    tell: (i) => `${percentOf(whole(link.use)[i] || 0)} of what the link can carry`,
  }));
  const ranks = order.ranks.map((rank) => ({
    label: rank.rank === null ? "all ranks" : `rank ${rank.rank}`,
    layers: PARTS.map(([name, , kind]) => [kind, whole(rank.over_time[name])]),
    tell: (i) =>
      PARTS.filter(([name]) => rank.over_time[name][i] > 0)
        .map(([name, words]) => `${words} ${percentOf(whole(rank.over_time[name])[i])}`)
        .join("\n"),
  }));
  return { links, ranks };
}

/** Returns a drawing with a strip for each row, from 0 to `end` seconds, right of `left`. */
function strips(rows, order, end, left, label) {
  const width = chartWidth(),
    height = rows.length * (STRIP + GAP) + 40;
  const xOf = (time) => left + ((width - left - 2) * time) / end,
    marks = ticks(end, 6).filter((mark) => mark <= end * 1.001),
    base = rows.length * (STRIP + GAP);
  const x = (i) => xOf(Math.min(i * order.interval, order.replayed));
  const node = shape(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img", class: "strips", "aria-label": label },
    marks.map((mark) => [
      shape("line", { class: "rule", x1: xOf(mark), x2: xOf(mark), y1: 0, y2: base }),
      shape("text", { x: xOf(mark), y: base + 16, "text-anchor": mark === 0 ? "start" : "middle" }, seconds(mark)),
    ]),
  );
  rows.forEach((row, r) => {
    const top = r * (STRIP + GAP),
      steps = Math.max(...row.layers.map(([, values]) => values.length));
    let low = new Array(steps).fill(0);
    const paths = row.layers.map(([kind, values]) => {
      const high = low.map((value, i) => value + (values[i] || 0)),
        path = values.some((value) => value > 0) ? shape("path", { class: kind, d: stepsPath(low, high, x, top) }) : null;
      low = high;
      return path;
    });
    const group = shape(
      "g",
      {},
      shape("text", { x: left - 8, y: top + STRIP / 2 + 4, "text-anchor": "end" }, shortened(row.label, 22)),
      shape("rect", { class: "ground", x: left, y: top, width: xOf(order.replayed) - left, height: STRIP }),
      paths,
      shape("line", { class: "axis", x1: left, x2: xOf(order.replayed), y1: top + STRIP, y2: top + STRIP }),
    );
    group.addEventListener("pointermove", (event) => {
      const box = node.getBoundingClientRect(),
        time = (((event.clientX - box.left) / box.width) * width - left) * (end / (width - left - 2)),
        i = Math.floor(time / order.interval);
      if (time < 0 || time >= order.replayed) hideTooltip();
      else showTooltip(event, `${row.label}, at ${seconds(time)}\n${row.tell(i)}`);
    });
    group.addEventListener("pointerleave", hideTooltip);
    node.append(group);
  });
  return node;
}

const shortened = (text, most) => (text.length > most ? text.slice(0, most - 1) + "…" : text);

/** Returns the drawings of one order. */
function courseFigure(shown, end) {
  const { links, ranks } = stripsOf(shown.order),
    left = 14 + Math.min(22, Math.max(...[...links, ...ranks].map((row) => row.label.length))) * 6.8;
  return el(
    "figure",
    {},
    el(
      "figcaption",
      {},
      el("h3", {}, shown.name),
      el("span", { class: "muted" }, datum(shown.path + ".seconds", seconds), shown.changed ? ` · ${shown.changed}` : ""),
    ),
    links.length
      ? [
          el("p", { class: "hint" }, "Links: part of what they can carry"),
          strips(links, shown.order, end, left, `Use of the busiest links over time, ${shown.name}`),
        ]
      : el("p", { class: "hint" }, "Nothing left a host."),
    el("p", { class: "hint" }, "Ranks: what they do"),
    strips(ranks, shown.order, end, left, `What ranks do over time, ${shown.name}`),
  );
}

function courseTables(shown) {
  const { path, order, name } = shown;
  return [
    el("h3", {}, name),
    table(
      "Busiest links over time, " + name,
      columns("Link", number("Busy"), number("Part of the time")),
      order.links.map((link, i) => [link.name, datum(`${path}.links.${i}.busy`, seconds), datum(`${path}.links.${i}.share`, percentOf)]),
    ),
    table(
      "Time of ranks, " + name,
      columns("Rank", ...PARTS.map(([, words]) => number(words[0].toUpperCase() + words.slice(1)))),
      order.ranks.map((rank, i) => [
        rank.rank === null ? "Mean of all" : String(rank.rank),
        ...PARTS.map(([part]) => datum(`${path}.ranks.${i}.${part}`, seconds)),
      ]),
    ),
  ];
}

const coursesOf = (view) =>
  view.series
    .map((series, s) => {
      const { replay } = series.report,
        order = replay && replay[series.side];
      return order ? { name: series.name, order, path: `${view.roots[view.compares ? s : 0]}replay.${series.side}` } : null;
    })
    .filter(Boolean);

function courseSection(view) {
  const shown = coursesOf(view);
  if (shown.length === 0) return notice(view.reports[0].missing.replay);
  if (shown.length > 1) shown[1].changed = change(shown[0].order.seconds, shown[1].order.seconds);
  const end = Math.max(...shown.map(({ order }) => order.replayed)),
    parts = view.reports.map((report) => (report.replay ? report.replay.part : 1));
  const cut = Math.min(...parts) < 1 ? ` Drawn are the first ${percentOf(Math.min(...parts))} of its steps.` : "";
  return [
    el(
      "p",
      { class: "lead" },
      `A replay of the job's trace: the links that are busy longest, and the ranks that wait least and most, ${
        shown.length > 1 ? "the same in both orders and on one scale of time" : "from its start to its end"
      }.${cut}`,
    ),
    el(
      "ul",
      { class: "legend" },
      PARTS.map(([, words, kind]) => el("li", {}, el("i", { class: kind }), words)),
    ),
    el(
      "div",
      { class: "pair" },
      shown.map((each) => courseFigure(each, end)),
    ),
    asTable("As tables", shown.map(courseTables)),
  ];
}
