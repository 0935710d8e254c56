// Shows drawings of networks beside each other.

function segmentDistance([x1, y1, x2, y2], x, y) {
  const dx = x2 - x1,
    dy = y2 - y1,
    length = dx * dx + dy * dy;
  const t = length ? Math.max(0, Math.min(1, ((x - x1) * dx + (y - y1) * dy) / length)) : 0;
  return Math.hypot(x - x1 - t * dx, y - y1 - t * dy);
}

/** Several drawings with one scale, one zoom, and one line that describes the node or link under the pointer. */
function networks(drawings) {
  const readout = el(
    "output",
    { class: "readout", "aria-live": "polite" },
    "Point at a link, or give the drawing the focus and use the arrow keys: the busiest links come first.",
  );
  const bar = rampLegend(),
    most = Math.max(...drawings.map((drawing) => drawing.most));
  const drawAll = () => drawings.forEach((drawing) => drawing.draw(view, most));
  const view = new Viewport(32, drawAll);
  const choose = (drawing, i, event) => {
    drawings.forEach((each) => {
      each.chosen = each === drawing ? i : null;
    });
    drawAll();
    if (i === null) return hideTooltip();
    const { what, where, time } = drawing.describe(i);
    readout.replaceChildren(
      el("strong", {}, what),
      ` ${where}, ${time}`,
      drawings.length > 1 ? ` (${drawing.label})` : "",
    );
    if (event) showTooltip(event, `${where}\n${what}\n${time}`);
  };
  for (const drawing of drawings) {
    const inside = (event) => {
      const box = drawing.canvas.getBoundingClientRect();
      return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
    };
    inside.size = () => drawing.canvas.getBoundingClientRect();
    view.listen(drawing.canvas, inside);
    drawing.canvas.addEventListener("pointermove", (event) =>
      choose(drawing, drawing.nearest(event, view.zoom), event),
    );
    drawing.canvas.addEventListener("pointerleave", hideTooltip);
    drawing.canvas.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      if (!step || drawing.links.length === 0) return;
      event.preventDefault();
      const now = drawing.chosen === null ? -1 : drawing.byLoad.indexOf(drawing.chosen);
      choose(drawing, drawing.byLoad[Math.max(0, Math.min(drawing.links.length - 1, now + step))]);
    });
  }
  bar.update("0", seconds(most), "time of a link: bytes over its bandwidth");
  const figures = drawings.map((drawing) =>
    el(
      "figure",
      {},
      el(
        "figcaption",
        {},
        el("h3", {}, drawing.label),
        el("span", { class: "muted" }, "busiest " + seconds(drawing.most)),
      ),
      drawing.canvas,
    ),
  );
  return {
    nodes: [
      el("div", { class: "toolbar" }, view.buttons("network"), bar.node),
      el("div", { class: drawings[0].isTree ? "stack" : "pair" }, figures),
      readout,
    ],
    drawAll,
  };
}
