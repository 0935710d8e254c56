// Shows the number of messages by size, as columns and as a table.

/** Returns a column for each power of two from `low` to `high`, with the number of each layer and its path. */
function sizeColumns(report, root, layers, low, high) {
  const where = new Map(report.sizes.map((size, i) => [size.layer + size.log2, `${root}sizes.${i}.messages`]));
  return Array.from({ length: high - low + 1 }, (_, i) => {
    const log2 = low + i,
      paths = layers.map((layer) => where.get(layer + log2));
    return {
      label: log2 === 0 ? "0" : binary(2 ** log2),
      words: log2 === 0 ? "empty messages" : `${binary(2 ** (log2 - 1))} to below ${binary(2 ** log2)}`,
      paths,
      parts: paths.map((path) => (path ? at(path) : 0)),
    };
  });
}

function sizesFigure(list, layers, label) {
  const names = layers.map(layerName);
  return el(
    "figure",
    {},
    el("figcaption", {}, el("h3", {}, label)),
    legend(names, "l"),
    named(histogram(list, names, count, "messages", "size of the message: below …"), label),
  );
}

function sizesTable(list, layers, label) {
  const used = list.filter((column) => column.paths.some(Boolean));
  return table(
    label,
    columns("Size", ...layers.map((layer) => number(layerName(layer)))),
    used.map((column) => [column.words, ...column.paths.map((path) => (path ? datum(path, count) : "–"))]),
  );
}

function sizesSection(view) {
  const recorded = view.reports.map((report, r) => ({ report, r })).filter(({ report }) => report.sizes);
  if (recorded.length === 0) return notice(view.reports[0].missing.sizes);
  const all = recorded.flatMap(({ report }) => report.sizes),
    powers = all.map((size) => size.log2);
  const layers = Object.keys(LAYERS).filter((layer) => all.some((size) => size.layer === layer));
  const parts = recorded.map(({ report, r }) => {
    const label = view.compares ? view.names[r] : "Messages by size";
    const list = sizeColumns(report, view.roots[r], layers, Math.min(...powers), Math.max(...powers));
    return [sizesFigure(list, layers, label), sizesTable(list, layers, label)];
  });
  if (!view.compares) return el("div", { class: "pair" }, parts);
  return [
    el(
      "div",
      { class: "pair" },
      parts.map(([figure]) => figure),
    ),
    asTable(
      "As tables",
      parts.map(([, numbers], i) => [el("h3", {}, view.names[i]), numbers]),
    ),
  ];
}
