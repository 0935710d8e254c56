// The sections of the page. Each function returns the parts of a section, or a sentence that says why it has none.
const notice = (text) => el("p", { class: "notice" }, text);

function insideShare(order, heat) {
  const hosts = order.hosts;
  if (!hosts || hosts.count < 2) return `${heat.ranks} ranks`;
  const inside = hosts.list.reduce((sum, host) => sum + host.inside, 0),
    all = inside + hosts.list.reduce((sum, host) => sum + host.out, 0);
  return `${share(inside, all)} of the bytes stay inside hosts`;
}

function heatSection(view) {
  const shown = view.series.filter((series) => series.order.heat);
  if (shown.length === 0) return notice("There is nothing to draw: no traffic was recorded.");
  const maps = shown.map((series) => new HeatMap(series.order.heat, series.name, "bytes", series.report.total.directed));
  const { nodes, drawAll } = heatMaps(
    maps,
    shown.map((series) => insideShare(series.order, series.order.heat)),
  );
  view.later.push(drawAll);
  const cell = view.reports.every((report) => report.total.directed)
    ? "A cell is what the rank of its row sends to the rank of its column."
    : "A cell is what the two ranks exchange: the file does not tell who sends.";
  const order = shown[0].order.hosts ? " Ranks stand host by host: what is near the diagonal stays near." : "";
  return [el("p", { class: "lead" }, cell + order), nodes];
}

function levelsSection(view) {
  const placed = view.series.filter((series) => series.order.levels);
  if (placed.length === 0) return notice("Not known: where the ranks were is not recorded, and no topology was given.");
  const rows = new Map();
  placed.forEach((series, s) =>
    series.order.levels.forEach((level, l) => {
      const key = level.words;
      if (!rows.has(key))
        rows.set(key, {
          label: level.words,
          distance: level.distance,
          small: level.words.startsWith("at ") ? "" : `distance ${grouped(level.distance)}`,
          values: placed.map(() => ({ value: 0 })),
        });
      rows.get(key).values[s] = {
        path: `${series.path}.levels.${l}.bytes`,
        messages: `${series.path}.levels.${l}.messages`,
      };
    }),
  );
  const list = [...rows.values()].sort((a, b) => a.distance - b.distance),
    names = placed.map((series) => series.name);
  const sums = placed.map((_, s) =>
    list.reduce((sum, row) => sum + (row.values[s].path ? at(row.values[s].path) : 0), 0),
  );
  list.forEach((row) =>
    row.values.forEach((value, s) => {
      value.note = share(value.path ? at(value.path) : 0, sums[s]);
    }),
  );
  const cells = (row) =>
    row.values.flatMap((value) => (value.path ? [volume(at(value.path)), messagesOf(value.messages)] : ["–", "–"]));
  return [
    bars(list, names, volume),
    asTable(
      "As a table",
      table(
        "Traffic by distance",
        columns(
          "Distance",
          number("Units"),
          ...names.flatMap((name) => [number("Bytes, " + name), number("Messages, " + name)]),
        ),
        list.map((row) => [row.label, grouped(row.distance), ...cells(row)]),
      ),
    ),
  ];
}

function hostsSection(view) {
  const placed = view.series.filter((series) => series.order.hosts && series.order.hosts.count > 1);
  if (placed.length === 0)
    return notice(
      view.series[0].order.hosts
        ? "All ranks are on one host, as far as the topology tells: nothing to balance."
        : "Not known: where the ranks were is not recorded, and no topology was given.",
    );
  const names = placed.map((series) => series.name);
  const words = placed.map((series) => [
    el("strong", {}, series.name),
    ": the busiest host has ",
    datum(series.path + ".hosts.imbalance", (n) => n.toFixed(2)),
    " times the average. ",
  ]);
  const outside = (host) => host.out + host.in,
    lists = placed.map((series) => series.order.hosts.list);
  const most = Math.max(...lists.flat().map(outside));
  const few =
    Math.max(...lists.map((list) => list.length)) <= 24 &&
    lists.every((list) => list.length === lists[0].length && list.every((host, i) => host.name === lists[0][i].name));
  const picture = few
    ? bars(
        lists[0].map((host, i) => ({
          label: host.name,
          small: host.ranks === 1 ? "1 rank" : host.ranks + " ranks",
          values: lists.map((list) => ({
            value: outside(list[i]),
            note: `${volume(list[i].out)} out, ${volume(list[i].in)} in`,
          })),
        })),
        names,
        volume,
      )
    : el(
        "div",
        { class: "pair" },
        lists.map((list, s) =>
          el(
            "figure",
            {},
            el("figcaption", {}, el("h3", {}, names[s])),
            named(
              profile(
                list.map(outside),
                list.map((host) => host.name),
                most,
                s,
                "bytes out and in",
                `${list.length} hosts in the order of the topology`,
              ),
              `Traffic of ${list.length} hosts with others, ${names[s]}`,
            ),
          ),
        ),
      );
  const rows = (list, path) =>
    list.map((host, i) => [
      host.name,
      datum(`${path}.hosts.list.${i}.ranks`),
      datum(`${path}.hosts.list.${i}.inside`, volume),
      datum(`${path}.hosts.list.${i}.out`, volume),
      datum(`${path}.hosts.list.${i}.in`, volume),
    ]);
  return [
    el("p", { class: "lead" }, words),
    picture,
    asTable(
      "As a table",
      lists.map((list, s) => [
        el("h3", {}, names[s]),
        table(
          "Traffic of the hosts, " + names[s],
          columns("Host", number("Ranks"), number("Inside"), number("Out"), number("In")),
          rows(list.slice(0, 200), placed[s].path),
        ),
        list.length > 200 ? notice(`The first 200 of ${list.length} hosts; all are in the data of this page.`) : null,
      ]),
    ),
  ];
}

function named(node, label) {
  node.setAttribute("aria-label", label);
  return node;
}

function networkSection(view) {
  const drawn = view.series.filter((series) => series.report.network && series.report.network[series.side]);
  const links = el("div", { class: "pair" }, view.series.filter((series) => series.order.levels).map(linksTable));
  const why =
    view.reports.map((report) => report.missing.network).find(Boolean) ||
    "Not known: where the ranks were is not recorded, and no topology was given.";
  if (drawn.length === 0)
    return [notice(why), view.series[0].order.levels ? asTable("The busiest links as a table", links) : null];
  const { nodes, drawAll } = networks(
    drawn.map((series) => new Network(series.report.network, series.report.network[series.side], series.name)),
  );
  view.later.push(drawAll);
  const { topology, network } = drawn[0].report;
  const how = {
    tree: "Boxes are the parts of the tree, lines their links: left what goes up, right what comes down.",
    lattice: "Places of the grid and their links.",
    circle: "Switches and hosts around a circle, and their links.",
  }[network.kind];
  return [
    el(
      "p",
      { class: "lead" },
      `${topology.description[0].toUpperCase()}${topology.description.slice(1)}. ${how} ${network.note}`,
    ),
    nodes,
    asTable("The busiest links as a table", links),
  ];
}

const measuredSection = (view) =>
  view.reports.map((report, r) => [
    view.compares ? el("h3", {}, view.names[r]) : null,
    report.network_doubt
      ? notice(`Predictions do not use it, because the network could not be measured reliably: ${report.network_doubt}.`)
      : null,
    report.measured_network
      ? measuredTable(view.roots[r], report.measured_network)
      : notice(report.missing.measured_network),
  ]);

function phasesSection(view) {
  const recorded = view.reports.map((report, r) => ({ report, r })).filter(({ report }) => report.phases);
  if (recorded.length === 0) return notice(view.reports[0].missing.phases);
  return recorded.map(({ report, r }) => [
    view.compares ? el("h3", {}, view.names[r]) : null,
    phasesTable(view.roots[r], report),
  ]);
}

const callsSection = (view) =>
  view.reports.some((report) => report.calls)
    ? [legend(view.compares ? view.names : []), callsTable(view)]
    : notice(view.reports[0].missing.calls);

const pairsSection = (view) =>
  view.reports.map((report, r) => [
    view.compares ? el("h3", {}, view.names[r]) : null,
    report.pairs.length ? pairsTable(view.roots[r], report) : notice("No traffic was recorded."),
  ]);
