// The sections of the page. Each returns its parts, or a sentence that says why it has none.
const notice = (text) => el("p", { class: "notice" }, text);

/** Before → after, with the change in words; `good` says whether less is better. */
function tile(name, first, second, changed, note) {
  return el("div", {}, el("dt", {}, name), el("dd", { class: "value" }, first, second ? [el("span", { class: "arrow", "aria-label": "to" }, "→"), second] : null),
    changed ? el("dd", { class: changed.startsWith("−") ? "good" : changed.startsWith("+") ? "bad" : "muted" }, changed) : null, note ? el("dd", { class: "note" }, note) : null);
}

function tilePair(view, name, key, format, note) {
  const paths = view.series.map((series) => `${series.path}.${key}`), values = paths.map(at);
  if (values.some((value) => value === null || value === undefined)) return null;
  return tile(name, datum(paths[0], format), paths[1] ? datum(paths[1], format) : null, paths[1] ? change(values[0], values[1]) : null, note);
}

function crossing(view) {
  const saving = view.compares ? null : view.reports[0].saving;
  const index = saving ? saving.borders.findIndex((border) => border.hosts) : -1;
  if (index < 0) return null;
  const border = saving.borders[index], path = `saving.borders.${index}.`;
  return tile("Bytes between hosts", datum(path + "bytes_before", volume), view.series.length > 1 ? datum(path + "bytes_after", volume) : null,
    view.series.length > 1 ? change(border.bytes_before, border.bytes_after) : null, `${border.parts} hosts`);
}

function verdict(view) {
  if (view.compares) return `${view.reports[0].source} (A) and ${view.reports[1].source} (B), each as it ran.`;
  const { saving } = view.reports[0];
  if (!saving) return "Where the ranks were is not known, so nothing can be said of distances and of what another order would save.";
  if (!saving.better) return "No better order was found: the ranks are well placed.";
  const less = change(saving.seconds_before, saving.seconds_after).replace("−", "") + " less predicted communication time";
  if (!saving.worth_it) return `A better order exists, with ${less}: under the ${saving.min_gain} % from which topomorph run reorders.`;
  return `Reordering the ranks would bring ${less}.`;
}

function summarySection(view) {
  const report = view.reports[0];
  const mpi = (root, job) => (job.mpi_seconds ? datum(root + "job.mpi_seconds.mean", seconds) : null);
  const times = view.reports.map((each, r) => mpi(view.roots[r], each.job));
  const means = view.reports.map((each) => each.job.mpi_seconds && each.job.mpi_seconds.mean);
  const tiles = [
    crossing(view),
    tilePair(view, "Predicted time", "predicted.seconds", seconds, "all messages one after the other"),
    tilePair(view, "Busiest link", "predicted.busiest_link.seconds", seconds, "predicted"),
    tilePair(view, "Bytes × distance", "hop_bytes", cost),
    times[0] ? tile("Time in MPI, a rank", times[0], times[1], times[1] ? change(means[0], means[1]) : null,
      view.compares ? "measured" : `measured, from ${seconds(report.job.mpi_seconds.least)} to ${seconds(report.job.mpi_seconds.most)}`) : null,
    tile("All traffic", datum(view.roots[0] + "total.bytes", volume), view.compares ? datum(view.roots[1] + "total.bytes", volume) : null,
      view.compares ? change(report.total.bytes, view.reports[1].total.bytes) : null, report.total.messages === null ? "messages are not known" : count(report.total.messages) + " messages")];
  return [el("p", { class: "verdict" }, verdict(view)), el("dl", { class: "tiles" }, tiles),
    el("h3", { style: "margin-top:20px" }, "How sure this is"),
    el("ul", { class: "sure" }, [...new Set(view.reports.flatMap((each) => each.confidence))].map((sentence) => el("li", {}, sentence)))];
}

function insideShare(order, heat) {
  const hosts = order.hosts;
  if (!hosts || hosts.count < 2) return `${heat.ranks} ranks`;
  const inside = hosts.list.reduce((sum, host) => sum + host.inside, 0), all = inside + hosts.list.reduce((sum, host) => sum + host.out, 0);
  return `${share(inside, all)} of the bytes stay inside hosts`;
}

function heatSection(view) {
  const shown = view.series.filter((series) => series.order.heat);
  if (shown.length === 0) return notice("There is nothing to draw: no traffic was recorded.");
  const maps = shown.map((series) => new HeatMap(series.order.heat, series.name, "bytes"));
  const { nodes, drawAll } = heatMaps(maps, shown.map((series) => insideShare(series.order, series.order.heat)));
  view.later.push(drawAll);
  return nodes;
}

function levelsSection(view) {
  const placed = view.series.filter((series) => series.order.levels);
  if (placed.length === 0) return notice("Not known: where the ranks were is not recorded, and no topology was given.");
  const rows = new Map();
  placed.forEach((series, s) => series.order.levels.forEach((level, l) => {
    const key = level.words;
    if (!rows.has(key)) rows.set(key, { label: level.words, distance: level.distance, small: `distance ${grouped(level.distance)}`, values: placed.map(() => ({ value: 0 })) });
    rows.get(key).values[s] = { path: `${series.path}.levels.${l}.bytes`, messages: `${series.path}.levels.${l}.messages` };
  }));
  const list = [...rows.values()].sort((a, b) => a.distance - b.distance), names = placed.map((series) => series.name);
  const sums = placed.map((_, s) => list.reduce((sum, row) => sum + (row.values[s].path ? at(row.values[s].path) : 0), 0));
  list.forEach((row) => row.values.forEach((value, s) => { value.note = share(value.path ? at(value.path) : 0, sums[s]); }));
  const cells = (row) => row.values.flatMap((value) => (value.path ? [volume(at(value.path)), messagesOf(value.messages)] : ["–", "–"]));
  return [bars(list, names, volume), asTable("As a table", table("Traffic by distance", columns("Distance", number("Units"), ...names.flatMap((name) => [number("Bytes, " + name), number("Messages, " + name)])),
    list.map((row) => [row.label, grouped(row.distance), ...cells(row)])))];
}

function hostsSection(view) {
  const placed = view.series.filter((series) => series.order.hosts && series.order.hosts.count > 1);
  if (placed.length === 0) return notice(view.series[0].order.hosts ? "There is one host: nothing to balance." : "Not known: where the ranks were is not recorded, and no topology was given.");
  const names = placed.map((series) => series.name);
  const words = placed.map((series) => [el("strong", {}, series.name), ": the busiest host has ", datum(series.path + ".hosts.imbalance", (n) => n.toFixed(2)), " times the average. "]);
  const outside = (host) => host.out + host.in, lists = placed.map((series) => series.order.hosts.list);
  const most = Math.max(...lists.flat().map(outside));
  const few = Math.max(...lists.map((list) => list.length)) <= 24 && lists.every((list) => list.length === lists[0].length && list.every((host, i) => host.name === lists[0][i].name));
  const picture = few
    ? bars(lists[0].map((host, i) => ({ label: host.name, small: host.ranks === 1 ? "1 rank" : host.ranks + " ranks", values: lists.map((list) => ({ value: outside(list[i]), note: `${volume(list[i].out)} out, ${volume(list[i].in)} in` })) })), names, volume)
    : el("div", { class: "pair" }, lists.map((list, s) => el("figure", {}, el("figcaption", {}, el("h3", {}, names[s])),
      named(profile(list.map(outside), list.map((host) => host.name), most, s, "bytes out and in", `${list.length} hosts in the order of the topology`), `Traffic of ${list.length} hosts with others, ${names[s]}`))));
  const rows = (list, path) => list.map((host, i) => [host.name, datum(`${path}.hosts.list.${i}.ranks`), datum(`${path}.hosts.list.${i}.inside`, volume), datum(`${path}.hosts.list.${i}.out`, volume), datum(`${path}.hosts.list.${i}.in`, volume)]);
  return [el("p", { class: "lead" }, words), picture, asTable("As a table", lists.map((list, s) => [el("h3", {}, names[s]),
    table("Traffic of the hosts, " + names[s], columns("Host", number("Ranks"), number("Inside"), number("Out"), number("In")), rows(list.slice(0, 200), placed[s].path)),
    list.length > 200 ? notice(`The first 200 of ${list.length} hosts; all are in the data of this page.`) : null]))];
}

function named(node, label) {
  node.setAttribute("aria-label", label);
  return node;
}

function networkSection(view) {
  const drawn = view.series.filter((series) => series.report.network && series.report.network[series.side]);
  const links = el("div", { class: "pair" }, view.series.filter((series) => series.order.levels).map(linksTable));
  const why = view.reports.map((report) => report.missing.network).find(Boolean) || "Not known: where the ranks were is not recorded, and no topology was given.";
  if (drawn.length === 0) return [notice(why), view.series[0].order.levels ? asTable("The busiest links as a table", links) : null];
  const { nodes, drawAll } = networks(drawn.map((series) => new Network(series.report.network, series.report.network[series.side], series.name)));
  view.later.push(drawAll);
  const { topology, network } = drawn[0].report;
  const how = { tree: "Boxes are the parts of the tree, lines their links: left what goes up, right what comes down.", lattice: "Places of the grid and their links.", circle: "Switches and hosts around a circle, and their links." }[network.kind];
  return [el("p", { class: "lead" }, `${topology.description[0].toUpperCase()}${topology.description.slice(1)}. ${how} ${network.note}`), nodes, asTable("The busiest links as a table", links)];
}

function sizesSection(view) {
  const recorded = view.reports.map((report, r) => ({ report, r })).filter(({ report }) => report.sizes);
  if (recorded.length === 0) return notice(view.reports[0].missing.sizes);
  const all = recorded.flatMap(({ report }) => report.sizes), low = Math.min(...all.map((size) => size.log2)), high = Math.max(...all.map((size) => size.log2));
  const layers = Object.keys(LAYERS).filter((layer) => all.some((size) => size.layer === layer));
  const below = (log2) => (log2 === 0 ? "0" : volume(2 ** log2).replace("\u00a0", " "));
  const figures = recorded.map(({ report, r }) => {
    const list = [];
    for (let log2 = low; log2 <= high; ++log2) {
      const parts = layers.map((layer) => report.sizes.filter((size) => size.layer === layer && size.log2 === log2).reduce((sum, size) => sum + size.messages, 0));
      list.push({ label: below(log2), words: log2 === 0 ? "empty messages" : `${volume(2 ** (log2 - 1))} to below ${volume(2 ** log2)}`, parts });
    }
    const label = "Messages by size" + (view.compares ? ", " + view.names[r] : "");
    return el("figure", {}, view.compares ? el("figcaption", {}, el("h3", {}, view.names[r])) : null, legend(layers.length > 1 ? layers.map(layerName) : []),
      named(histogram(list, layers.map(layerName), count, "messages", "size of the message: below …"), label),
      asTable("As a table", table(label, columns("Size", ...layers.map((layer) => number(layerName(layer)))), list.filter((column) => column.parts.some(Boolean)).map((column) => [column.words, ...column.parts.map(count)]))));
  });
  return el("div", { class: "pair" }, figures);
}

function phasesSection(view) {
  const recorded = view.reports.map((report, r) => ({ report, r })).filter(({ report }) => report.phases);
  if (recorded.length === 0) return notice(view.reports[0].missing.phases);
  return recorded.map(({ report, r }) => [view.compares ? el("h3", {}, view.names[r]) : null, phasesTable(view.roots[r], report)]);
}

const callsSection = (view) => (view.reports.some((report) => report.calls) ? [legend(view.compares ? view.names : []), callsTable(view)] : notice(view.reports[0].missing.calls));

const pairsSection = (view) => view.reports.map((report, r) => [view.compares ? el("h3", {}, view.names[r]) : null, report.pairs.length ? pairsTable(view.roots[r], report) : notice("No traffic was recorded.")]);

function factsSection(view) {
  const facts = (report) => {
    const { job, topology } = report;
    const program = [job.program, job.arguments].filter(Boolean).join(" ");
    const ranks = job.records !== undefined && job.records !== job.ranks ? `${grouped(job.ranks)}, of which ${grouped(job.records)} left a record` : grouped(job.ranks);
    const list = [["File", report.source], ["Program", program], ["Ranks", ranks], ["Hosts", job.hosts], ["MPI", job.mpi], ["Measured", job.date], ["Topology", topology && topology.description],
      ["Given as", topology && topology.given], ["Notes", topology && topology.notes.join("; ")]];
    return el("dl", { class: "facts" }, list.filter(([, value]) => value !== undefined && value !== null && value !== "").map(([name, value]) => [el("dt", {}, name), el("dd", {}, String(value))]));
  };
  return el("div", { class: "pair" }, view.reports.map((report, r) => el("div", {}, view.compares ? el("h3", {}, view.names[r]) : null, facts(report))));
}
