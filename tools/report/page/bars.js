// Draws bars, histograms, and values along many hosts.

/** Returns rows of bars. A row is {label, small, values: [{path or value}]}, with a bar for each value, all in one
 * scale. */
function bars(rows, names, format) {
  const number = (value) => (value.path ? at(value.path) : value.value) || 0;
  const most = Math.max(1e-300, ...rows.flatMap((row) => row.values.map(number)));
  const texts = rows.flatMap((row) =>
    row.values.map((value) => format(number(value)).length + (value.note ? value.note.length + 3 : 0)),
  );
  const room = `${(Math.max(...texts) * 0.47 + 1).toFixed(1)}em`;
  const bar = (value, i) =>
    el(
      "div",
      { class: "bar" },
      el("i", {
        class: "s" + i,
        hidden: number(value) === 0,
        style: `width:calc((100% - ${room}) * ${number(value) / most})`,
      }),
      el(
        "span",
        {},
        names.length > 1 ? el("span", { class: "hidden" }, names[i] + ": ") : null,
        value.path ? datum(value.path, format) : format(value.value),
        value.note ? " · " + value.note : "",
      ),
    );
  return el(
    "div",
    {},
    legend(names),
    el(
      "div",
      { class: "bars" },
      rows.map((row) => [
        el("div", { class: "label" }, row.label, row.small ? el("small", {}, row.small) : null),
        el("div", { class: "track", role: "group", "aria-label": row.label }, row.values.map(bar)),
      ]),
    ),
  );
}

/** Returns the width of a chart, which is smaller on narrow screens, so that the text keeps its size. */
const chartWidth = () => Math.max(300, Math.min(620, innerWidth - 70));

/** Returns the frame of a drawing with a vertical axis from 0 up, and the coordinates of its inside. */
function axes(width, height, most, format, unit) {
  const marks = ticks(most, 4),
    top = marks[marks.length - 1];
  const left = 12 + Math.max(...marks.map((mark) => format(mark).length)) * 6.6,
    bottom = 44,
    head = 22;
  const y = (value) => head + (height - head - bottom) * (1 - value / top);
  const node = shape(
    "svg",
    { viewBox: `0 0 ${width} ${height}`, role: "img" },
    shape("text", { x: 0, y: 10 }, unit),
    marks.map((mark) => [
      shape("line", { class: mark ? "rule" : "axis", x1: left, x2: width, y1: y(mark), y2: y(mark) }),
      shape("text", { x: left - 8, y: y(mark) + 4, "text-anchor": "end" }, format(mark)),
    ]),
  );
  return { node, left, y, base: y(0), inside: width - left };
}

/** Returns stacked columns. A column is {label, parts}, with a part for each name, in the colours of the layers. */
function histogram(columns, names, format, unit, below) {
  const width = chartWidth(),
    height = 300,
    totals = columns.map((column) => column.parts.reduce((a, b) => a + b, 0));
  const frame = axes(width, height, Math.max(...totals, 1), format, unit),
    pitch = frame.inside / columns.length;
  const every = Math.ceil(40 / pitch);
  columns.forEach((column, i) => {
    let sum = 0;
    const x = frame.left + i * pitch + pitch * 0.1;
    const words =
      `${column.words}: ` +
      names
        .map((name, k) => (column.parts[k] ? `${name} ${count(column.parts[k])}` : ""))
        .filter(Boolean)
        .join(", ");
    const group = shape(
      "g",
      {},
      column.parts.map((part, k) => {
        const from = frame.y(sum),
          to = frame.y((sum += part));
        return part
          ? shape("rect", { class: "l" + k, x, width: pitch * 0.8, y: to, height: Math.max(0.6, from - to) })
          : null;
      }),
      shape("rect", { x: frame.left + i * pitch, y: 20, width: pitch, height: frame.base - 20, fill: "transparent" }),
    );
    group.addEventListener("pointermove", (event) => showTooltip(event, words));
    group.addEventListener("pointerleave", hideTooltip);
    frame.node.append(group);
    if (i % every === 0)
      frame.node.append(
        shape("text", { x: frame.left + (i + 0.5) * pitch, y: frame.base + 17, "text-anchor": "middle" }, column.label),
      );
  });
  frame.node.append(shape("text", { x: frame.left + frame.inside / 2, y: height - 5, "text-anchor": "middle" }, below));
  return frame.node;
}

/** Returns a curve with one step for each host. */
function profile(values, labels, most, kind, unit, below) {
  const width = chartWidth(),
    height = 230,
    frame = axes(width, height, most, volume, unit),
    pitch = frame.inside / values.length;
  const steps = values
    .map((value, i) => `L${(frame.left + i * pitch).toFixed(1)} ${frame.y(value).toFixed(1)}h${pitch.toFixed(2)}`)
    .join("");
  frame.node.append(
    shape("path", { class: "s" + kind, d: `M${frame.left} ${frame.base}${steps}L${width} ${frame.base}Z` }),
  );
  const every = Math.ceil(values.length / Math.max(1, Math.floor(frame.inside / 90)));
  values.forEach((_, i) => {
    if (i % every === 0)
      frame.node.append(
        shape("text", { x: frame.left + (i + 0.5) * pitch, y: frame.base + 17, "text-anchor": "middle" }, labels[i]),
      );
  });
  frame.node.append(shape("text", { x: frame.left + frame.inside / 2, y: height - 5, "text-anchor": "middle" }, below));
  frame.node.addEventListener("pointermove", (event) => {
    const box = frame.node.getBoundingClientRect(),
      i = Math.floor((((event.clientX - box.left) / box.width) * width - frame.left) / pitch);
    if (i >= 0 && i < values.length) showTooltip(event, `${labels[i]}: ${volume(values[i])}`);
    else hideTooltip();
  });
  frame.node.addEventListener("pointerleave", hideTooltip);
  return frame.node;
}
