// Shows heat maps beside each other.

/** Several maps with one scale, one zoom, and one line that describes the tile under the pointer. */
function heatMaps(maps, words) {
  const readout = el("output", { class: "readout", "aria-live": "polite" });
  const hint =
    "Point at a cell. With the map in focus: arrow keys move, + and − zoom, 0 shows all, the wheel zooms; drag to move.";
  readout.textContent = hint;
  const bar = rampLegend();
  const ranks = Math.max(...maps.map((map) => map.heat.ranks));
  const drawAll = () => {
    maps.forEach((map) => map.measure(map.canvas.parentElement.clientWidth));
    const found = maps.map((map) => map.bin(view));
    const most = Math.max(...found.map((each) => each.most)),
      lowest = Math.min(...found.map((each) => each.least));
    const least = Math.max(Math.min(lowest, most), most / 1e6),
      width = Math.log(most / least);
    const scale = (sum) =>
      width > 0 ? Math.max(0, Math.min(255, Math.round((255 * Math.log(sum / least)) / width))) : 200;
    maps.forEach((map) => map.draw(view, scale));
    const tell = maps[0].quantity === "messages" ? (n) => count(n) : volume,
      each = maps[0].tile * found[0].merge;
    bar.update(
      most ? tell(least) : "",
      most ? tell(most) : "nothing sent",
      most
        ? (each > 1 ? `per tile of ${each} × ${each} ranks` : "per pair of ranks") + (width > 0 ? ", logarithmic" : "")
        : "",
    );
  };
  const view = new Viewport(Math.max(1, ranks / 8), drawAll);
  const point = (map, x, y, event) => {
    maps.forEach((each) => {
      if (each !== map) each.cursor = null;
    });
    map.cursor = { x, y };
    const { from, to, what } = map.describe(x, y);
    readout.replaceChildren(el("strong", {}, what), ` from ${from} to ${to}`, maps.length > 1 ? ` (${map.label})` : "");
    if (event) showTooltip(event, `${what}\nfrom ${from}\nto ${to}`);
    drawAll();
  };
  for (const map of maps) listenTo(map, view, point);
  const quantity = (name) =>
    el(
      "button",
      {
        type: "button",
        "aria-pressed": String(name === "bytes"),
        onclick: (event) => {
          maps.forEach((map) => {
            map.quantity = name;
          });
          for (const button of event.target.parentElement.children)
            button.setAttribute("aria-pressed", String(button === event.target));
          drawAll();
        },
      },
      name[0].toUpperCase() + name.slice(1),
    );
  const choice = maps.every((map) => map.messages)
    ? el("span", { class: "buttons", role: "group", "aria-label": "Volume" }, quantity("bytes"), quantity("messages"))
    : null;
  const figures = maps.map((map, i) => {
    map.canvas.setAttribute(
      "aria-label",
      `${map.label}: ${words[i]}. Arrow keys move from cell to cell; the line below says what is sent there.`,
    );
    return el(
      "figure",
      {},
      el("figcaption", {}, el("h3", {}, map.label), el("span", { class: "muted" }, words[i])),
      map.canvas,
    );
  });
  const tables = maps.map((map) =>
    table(
      `The busiest cells: ${map.label}`,
      columns(number("Bytes"), ...(map.messages ? [number("Messages")] : []), "From", "To"),
      map.busiest(map.tile > 1 ? 12 : 20),
    ),
  );
  const alone = maps.length === 1; // a single map has room for a table beside it
  return {
    nodes: [
      el("div", { class: "toolbar" }, choice, view.buttons("heat maps"), bar.node),
      el("div", { class: "pair" }, figures, alone ? el("div", {}, el("h3", {}, "The busiest cells"), tables) : null),
      readout,
      alone ? null : asTable("The busiest cells as tables", tables),
    ],
    drawAll,
  };
}

function listenTo(map, view, point) {
  const inside = (event) => map.inside(event);
  inside.size = () => ({ width: map.side, height: map.side });
  view.listen(map.canvas, inside);
  const tileAt = (spot) => ({
    x: Math.floor((view.x + spot.x * view.span) * map.tiles),
    y: Math.floor((view.y + spot.y * view.span) * map.tiles),
  });
  map.canvas.addEventListener("pointermove", (event) => {
    const spot = map.inside(event);
    if (!spot) return hideTooltip();
    const { x, y } = tileAt(spot);
    point(map, x, y, event);
  });
  map.canvas.addEventListener("pointerleave", hideTooltip);
  map.canvas.addEventListener("keydown", (event) => {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    const now = map.cursor || {
      x: Math.floor(view.x * map.tiles) - step[0],
      y: Math.floor(view.y * map.tiles) - step[1],
    };
    const x = Math.min(map.tiles - 1, Math.max(0, now.x + step[0])),
      y = Math.min(map.tiles - 1, Math.max(0, now.y + step[1]));
    const outside = (tile, from) => tile < from * map.tiles || tile + 1 > (from + view.span) * map.tiles;
    if (outside(x, view.x) || outside(y, view.y))
      view.set((x + 0.5) / map.tiles - view.span / 2, (y + 0.5) / map.tiles - view.span / 2, view.zoom);
    point(map, x, y);
  });
}
