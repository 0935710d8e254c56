// Shows tables: pairs, links, calls, phases.

const messagesOf = (path) => (at(path) === null ? el("span", { class: "muted" }, "not known") : datum(path, count));

/** Shows hosts if there are several, and messages if they are known. */
function pairsTable(root, report) {
  const several = report.topology && report.topology.hosts > 1;
  const orders = [
    ["before", ""],
    ["after", ", reordered"],
  ].filter(([name]) => report.pairs.some((pair) => pair[name]));
  const knows = report.total.messages !== null;
  const heads = orders.flatMap(([, words]) => [...(several ? ["Hosts" + words] : []), number("Distance" + words)]);
  const rows = report.pairs.map((pair, i) => {
    const path = `${root}pairs.${i}.`;
    const places = orders.flatMap(([name]) => [
      ...(several ? [`${pair[name].source_host} → ${pair[name].destination_host}`] : []),
      datum(`${path}${name}.distance`),
    ]);
    return [
      `${pair.source} → ${pair.destination}`,
      datum(path + "bytes", volume),
      ...(knows ? [datum(path + "messages", count)] : []),
      ...places,
    ];
  });
  const names = columns("Ranks", number("Bytes"), ...(knows ? [number("Messages")] : []), ...heads);
  return table("The busiest pairs of ranks", names, rows);
}

function linksTable(series) {
  const links = series.order.links;
  if (!links) return el("p", { class: "notice" }, "Nobody knows the links here.");
  const base = series.path + ".links";
  const rows = links.busiest.map((link, i) => [
    link.name,
    datum(`${base}.busiest.${i}.bytes`, volume),
    datum(`${base}.busiest.${i}.seconds`, seconds),
  ]);
  return el(
    "div",
    {},
    el("h3", {}, series.name),
    el(
      "p",
      { class: "hint" },
      datum(base + ".used", count),
      " of ",
      datum(base + ".count", count),
      " links in use, ",
      datum(base + ".average_bytes", volume),
      " each on average",
    ),
    table("The busiest links: " + series.name, columns("Link", number("Bytes"), number("Time")), rows),
  );
}

function callsTable(view) {
  const functions = new Map();
  view.reports.forEach((report, r) =>
    (report.calls || []).forEach((call, i) => {
      if (!functions.has(call.function)) functions.set(call.function, []);
      functions.get(call.function)[r] = { call, path: `${view.roots[r]}calls.${i}` };
    }),
  );
  const time = (entry) => (entry ? entry.call.seconds : 0),
    worst = (entries) => Math.max(...view.reports.map((_, r) => time(entries[r])));
  const sorted = [...functions].sort(([, a], [, b]) => worst(b) - worst(a)),
    most = Math.max(0, ...sorted.map(([, entries]) => worst(entries)));
  const cells = (entry) =>
    entry
      ? [
          datum(entry.path + ".seconds", seconds),
          datum(entry.path + ".count", count),
          datum(entry.path + ".bytes", volume),
        ]
      : ["–", "–", "–"];
  const heads = view.reports.flatMap((_, r) => {
    const side = view.compares ? ", " + view.names[r] : "";
    return [number("Time" + side), number("Calls" + side), number("Bytes" + side)];
  });
  return table(
    "MPI functions by the time in them, all ranks together",
    [...columns("Function", { name: "", share: true }), ...heads],
    sorted.map(([name, entries]) => [
      name,
      shares(
        view.reports.map((_, r) => time(entries[r])),
        most,
      ),
      ...view.reports.flatMap((_, r) => cells(entries[r])),
    ]),
  );
}

const PLACES = {
  package: "inside a package",
  host: "inside a host",
  switch: "behind a switch",
  network: "between hosts",
};

function measuredTable(root, network) {
  const rows = network.map((reach, i) => {
    const path = `${root}measured_network.${i}.`;
    return [
      PLACES[reach.reach],
      datum(path + "latency", seconds),
      datum(path + "bandwidth", (rate) => volume(rate) + "/s"),
      datum(path + "send", seconds),
      datum(path + "receive", seconds),
      reach.burst_bytes ? datum(path + "burst_bytes", volume) : "–",
      datum(path + "pairs", count),
    ];
  });
  const heads = ["Latency", "Rate", "Send", "Receive", "Burst", "Pairs"].map(number);
  return table("The measured network", columns("Messages", ...heads), rows);
}

function phasesTable(root, report) {
  const most = Math.max(...report.phases.map((phase) => phase.seconds));
  const layers = (phase) =>
    phase.layers.map((sum) => `${layerName(sum.layer)} ${volume(sum.bytes)}`).join(", ") || "no traffic";
  return table(
    "Phases of the program",
    columns(
      "Phase",
      { name: "", share: true },
      number("Time in MPI"),
      number("Calls"),
      number("Bytes"),
      number("Messages"),
      "Traffic",
    ),
    report.phases.map((phase, i) => {
      const path = `${root}phases.${i}`;
      return [
        phase.name || "(no name)",
        shares([phase.seconds], most),
        datum(path + ".seconds", seconds),
        datum(path + ".calls", count),
        datum(path + ".bytes", volume),
        datum(path + ".messages", count),
        layers(phase),
      ];
    }),
  );
}

const LAYERS = { p2p: "point to point", collective: "collectives", "one-sided": "one-sided" };
const layerName = (layer) => LAYERS[layer] || layer;
