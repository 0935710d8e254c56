// Zooms and moves a canvas: by buttons, keys, dragging, and the wheel (if the canvas has the focus, or with Ctrl).
class Viewport {
  constructor(most, changed) {
    this.most = most; // largest zoom
    this.changed = changed;
    this.x = 0;
    this.y = 0;
    this.zoom = 1;
  }

  /** The side of the visible part, as a fraction of the whole. The part begins at x and y. */
  get span() {
    return 1 / this.zoom;
  }

  set(x, y, zoom) {
    this.zoom = Math.min(Math.max(zoom, 1), this.most);
    this.x = Math.min(Math.max(x, 0), 1 - this.span);
    this.y = Math.min(Math.max(y, 0), 1 - this.span);
    this.changed();
  }

  /** Zooms around the point (px, py), a fraction of the visible part, which keeps its place. */
  zoomAt(factor, px = 0.5, py = 0.5) {
    const before = this.span,
      zoom = Math.min(Math.max(this.zoom * factor, 1), this.most);
    this.set(this.x + px * (before - 1 / zoom), this.y + py * (before - 1 / zoom), zoom);
  }
  move(dx, dy) {
    this.set(this.x + dx * this.span, this.y + dy * this.span, this.zoom);
  }
  reset() {
    this.set(0, 0, 1);
  }

  buttons(label) {
    const button = (text, name, action) =>
      el("button", { type: "button", "aria-label": `${name} (${label})`, onclick: action }, text);
    return el(
      "span",
      { class: "buttons", role: "group", "aria-label": "Zoom: " + label },
      button("−", "Zoom out", () => this.zoomAt(0.5)),
      button("+", "Zoom in", () => this.zoomAt(2)),
      button("Show all", "Show all", () => this.reset()),
    );
  }

  /** Listens to events of the canvas. `inside(event)` returns the point as a fraction of the visible part; null
   * outside. */
  listen(canvas, inside) {
    let drag = null;
    canvas.addEventListener(
      "wheel",
      (event) => {
        const point = inside(event);
        if (!point || (document.activeElement !== canvas && !event.ctrlKey)) return;
        event.preventDefault();
        this.zoomAt(Math.exp(-event.deltaY * 0.002), point.x, point.y);
      },
      { passive: false },
    );
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "mouse" && inside(event))
        drag = { x: event.clientX, y: event.clientY, from: [this.x, this.y] };
    });
    addEventListener("pointerup", () => {
      drag = null;
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!drag || this.zoom === 1) return;
      const size = inside.size();
      this.set(
        drag.from[0] - ((event.clientX - drag.x) / size.width) * this.span,
        drag.from[1] - ((event.clientY - drag.y) / size.height) * this.span,
        this.zoom,
      );
    });
    canvas.addEventListener("dblclick", (event) => {
      const point = inside(event);
      if (point) this.zoomAt(2, point.x, point.y);
    });
    canvas.addEventListener("keydown", (event) => {
      if (event.key === "+" || event.key === "=") this.zoomAt(2);
      else if (event.key === "-") this.zoomAt(0.5);
      else if (event.key === "0") this.reset();
      else return;
      event.preventDefault();
    });
  }
}

/** Makes a canvas as wide as its parent, and sharp on any screen. Returns the context in CSS pixels. */
function sized(canvas, height) {
  const width = Math.max(canvas.parentElement.clientWidth, 200),
    dots = Math.max(1, devicePixelRatio || 1);
  const tall = typeof height === "function" ? height(width) : height;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(tall * dots);
  canvas.style.height = tall + "px";
  const context = canvas.getContext("2d");
  context.setTransform(dots, 0, 0, dots, 0, 0);
  context.font = "12px " + css("--sans");
  return { context, width, height: tall };
}

/** Cuts the text with an ellipsis to the width. Returns "" if not even three characters fit. */
function fitted(context, text, width) {
  if (context.measureText(text).width <= width) return text;
  let length = text.length;
  while (length > 2 && context.measureText(text.slice(0, length) + "…").width > width) --length;
  return length > 2 ? text.slice(0, length) + "…" : "";
}
