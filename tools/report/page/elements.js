// Makes elements. Text from files becomes text nodes, never markup.
const SVG = "http://www.w3.org/2000/svg";
const data = JSON.parse(document.getElementById("data").textContent);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== ""));
  return node;
}
const el = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
const shape = (tag, attributes, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Returns the value at a path of the data, as "before.levels.0.bytes". */
const at = (path) =>
  path.split(".").reduce((value, key) => (value === null || value === undefined ? value : value[key]), data);

/** Shows a number of the data, formatted by `format`. Attributes have its exact value and its path. */
function datum(path, format = grouped) {
  const value = at(path);
  if (value === null || value === undefined) return el("span", { class: "muted" }, "not known");
  return el(
    "data",
    { value: String(value), "data-path": path, title: Number.isInteger(value) ? grouped(value) : null },
    format(value),
  );
}

/** Returns a table. Columns are {name, number, share}, rows are lists of cells. The first cell of a row is its
 * heading. */
function table(caption, columns, rows) {
  const head = columns.map((column) => el("th", { scope: "col", class: column.number && "number" }, column.name));
  const body = rows.map((row) =>
    el(
      "tr",
      {},
      row.map((cell, i) =>
        i === 0
          ? el("th", { scope: "row", class: columns[0].number && "number" }, cell)
          : el("td", { class: columns[i].share ? "share" : columns[i].number && "number" }, cell),
      ),
    ),
  );
  return el(
    "div",
    { class: "scroll", tabindex: 0, role: "region", "aria-label": caption },
    el(
      "table",
      {},
      el("caption", { class: "hidden" }, caption),
      el("thead", {}, el("tr", {}, head)),
      el("tbody", {}, body),
    ),
  );
}

const NUMBER = { number: true };
const columns = (...names) => names.map((name) => (typeof name === "string" ? { name } : name));
const number = (name) => ({ name, ...NUMBER });

/** Returns a bar for each value of a row, in the scale of the whole table. */
const shares = (values, most) =>
  values.map((value, i) => el("i", { class: "s" + i, style: `width:${most > 0 ? (100 * value) / most : 0}%` }));

/** Shows a value, or before → after with the change in words. A decrease has the colour of good news. */
function tile(name, first, second, changed, note) {
  return el(
    "div",
    {},
    el("dt", {}, name),
    el(
      "dd",
      { class: "value" },
      first,
      second ? [el("span", { class: "arrow", "aria-label": "to" }, "→"), second] : null,
    ),
    changed
      ? el("dd", { class: changed.startsWith("−") ? "good" : changed.startsWith("+") ? "bad" : "muted" }, changed)
      : null,
    note ? el("dd", { class: "note" }, note) : null,
  );
}

const asTable = (summary, ...parts) => el("details", {}, el("summary", {}, summary), parts);

const tooltip = document.getElementById("tooltip");
function showTooltip(event, text) {
  tooltip.textContent = text;
  tooltip.hidden = !text;
  if (!text) return;
  const box = tooltip.getBoundingClientRect();
  tooltip.style.left = Math.max(4, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
  tooltip.style.top =
    (event.clientY + 18 + box.height > innerHeight ? event.clientY - box.height - 12 : event.clientY + 18) + "px";
}
const hideTooltip = () => {
  tooltip.hidden = true;
};

/** Returns a legend of series ("s": present and better order) or of layers ("l": kinds of traffic), which have other
 * colours. */
const legend = (names, kind = "s") =>
  names.length < 2
    ? null
    : el(
        "ul",
        { class: "legend" },
        names.map((name, i) => el("li", {}, el("i", { class: kind + i }), name)),
      );
