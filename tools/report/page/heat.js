// Draws a heat map of the traffic between ranks, grouped by host.
const AXIS = { title: 20, ranks: 22, gap: 6, mostName: 96 };

/** A heat map. Its cells are flat arrays, because it can have a hundred thousand of them. */
class HeatMap {
  constructor(heat, label, quantity, directed) {
    this.heat = heat;
    this.axes = directed ? ["receiving rank →", "← sending rank"] : ["rank →", "← rank"];
    this.label = label;
    this.tile = heat.ranks_per_tile;
    this.tiles = heat.rows.length;
    this.canvas = el("canvas", { class: "live", tabindex: 0, role: "application", "aria-roledescription": "heat map" });
    this.readCells();
    this.cursor = null;
    this.quantity = quantity;
  }

  readCells() {
    const stride = this.heat.columns.length,
      cells = this.heat.rows.reduce((sum, row) => sum + row.length / stride, 0);
    this.row = new Uint32Array(cells);
    this.column = new Uint32Array(cells);
    this.bytes = new Float64Array(cells);
    this.messages = stride > 2 ? new Float64Array(cells) : null;
    let i = 0;
    this.heat.rows.forEach((row, r) => {
      for (let k = 0; k < row.length; k += stride, ++i) {
        this.row[i] = r;
        this.column[i] = row[k];
        this.bytes[i] = row[k + 1];
        if (this.messages) this.messages[i] = row[k + 2];
      }
    });
  }

  /** Computes the margins for the names. They do not depend on the zoom, so that zooming moves nothing else. */
  measure(width) {
    const context = this.canvas.getContext("2d");
    context.font = "12px " + css("--sans");
    const hosts = this.heat.hosts.length > 1 ? this.heat.hosts : [];
    const widest = Math.min(AXIS.mostName, Math.max(0, ...hosts.map(([name]) => context.measureText(name).width)));
    this.left = AXIS.title + (widest ? widest + AXIS.gap : 0) + AXIS.ranks;
    this.side = Math.max(120, Math.min(width - this.left - 2, 680));
    this.widest = widest;
    const narrowest = Math.min(...hosts.map(([, , ranks]) => (ranks / this.heat.ranks) * this.side));
    this.turned = hosts.length > 0 && narrowest < widest + 8;
    this.top = AXIS.title + (hosts.length === 0 ? 0 : this.turned ? widest + AXIS.gap : 18) + AXIS.ranks;
    return this.top + this.side + 2;
  }

  /** Sums the tiles of each square of two pixels. Returns the smallest and the largest sum. */
  bin(view) {
    const seen = view.span * this.tiles,
      pitch = this.side / seen,
      merge = Math.max(1, Math.ceil(2 / pitch));
    const first = { x: Math.floor((view.x * this.tiles) / merge), y: Math.floor((view.y * this.tiles) / merge) };
    const across = Math.ceil(((view.x + view.span) * this.tiles) / merge) - first.x,
      down = Math.ceil(((view.y + view.span) * this.tiles) / merge) - first.y;
    const sums = new Float64Array(across * down),
      volumes = this.quantity === "messages" ? this.messages : this.bytes;
    for (let i = 0; i < this.row.length; ++i) {
      const x = Math.floor(this.column[i] / merge) - first.x,
        y = Math.floor(this.row[i] / merge) - first.y;
      if (x >= 0 && x < across && y >= 0 && y < down) sums[y * across + x] += volumes[i];
    }
    let least = Infinity,
      most = 0;
    for (const sum of sums) {
      if (sum > 0) least = Math.min(least, sum);
      most = Math.max(most, sum);
    }
    this.bins = { first, across, down, sums, merge };
    return { least, most, merge };
  }

  /** Returns the pixel of the canvas at a position among the tiles. */
  px(tile, view) {
    return this.left + ((tile - view.x * this.tiles) / (view.span * this.tiles)) * this.side;
  }
  py(tile, view) {
    return this.top + ((tile - view.y * this.tiles) / (view.span * this.tiles)) * this.side;
  }

  draw(view, scale) {
    const { context, width } = sized(this.canvas, (w) => this.measure(w));
    this.width = width;
    context.fillStyle = css("--empty");
    context.fillRect(this.left, this.top, this.side, this.side);
    context.save();
    context.beginPath();
    context.rect(this.left, this.top, this.side, this.side);
    context.clip();
    this.drawCells(context, view, scale);
    this.drawGrid(context, view);
    this.drawCursor(context, view);
    context.restore();
    this.drawAxes(context, view);
  }

  drawCells(context, view, scale) {
    const { first, across, down, sums, merge } = this.bins,
      colours = ramp();
    if (across < 1 || down < 1) return;
    const image = new ImageData(across, down);
    sums.forEach((sum, i) => {
      if (sum > 0) image.data.set([...colours[scale(sum)], 255], 4 * i);
    });
    const small = el("canvas", { width: across, height: down });
    small.getContext("2d").putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    const x = this.px(first.x * merge, view),
      y = this.py(first.y * merge, view);
    context.drawImage(
      small,
      x,
      y,
      this.px((first.x + across) * merge, view) - x,
      this.py((first.y + down) * merge, view) - y,
    );
  }

  drawGrid(context, view) {
    const lines = (positions, colour) => {
      context.strokeStyle = colour;
      context.lineWidth = 1;
      context.beginPath();
      for (const position of positions) {
        const x = Math.round(this.px(position, view)) + 0.5,
          y = Math.round(this.py(position, view)) + 0.5;
        context.moveTo(x, this.top);
        context.lineTo(x, this.top + this.side);
        context.moveTo(this.left, y);
        context.lineTo(this.left + this.side, y);
      }
      context.stroke();
    };
    const pitch = this.side / (view.span * this.tiles);
    if (pitch >= 9)
      lines(
        Array.from({ length: this.tiles }, (_, i) => i + 1),
        css("--surface"),
      );
    const bands = this.heat.hosts.length * view.span;
    if (this.heat.hosts.length > 1 && bands <= this.side / 12)
      lines(
        this.heat.hosts.slice(1).map(([, position]) => position / this.tile),
        css("--grid"),
      );
  }

  drawCursor(context, view) {
    if (!this.cursor) return;
    const x = this.px(this.cursor.x, view),
      y = this.py(this.cursor.y, view);
    const w = Math.max(4, this.px(this.cursor.x + 1, view) - x),
      h = Math.max(4, this.py(this.cursor.y + 1, view) - y);
    context.strokeStyle = css("--ink");
    context.lineWidth = 2;
    context.strokeRect(x, y, w, h);
  }

  drawAxes(context, view) {
    context.fillStyle = css("--muted");
    context.textBaseline = "middle";
    context.textAlign = "center";
    const names = this.heat.hosts.length > 1 ? (this.turned ? this.widest + AXIS.gap : 16) : 0;
    const strip = this.showsRanks(view) ? AXIS.ranks : 6;
    context.fillText(this.axes[0], this.left + this.side / 2, this.top - strip - names - 8);
    context.save();
    context.translate(AXIS.title / 2, this.top + this.side / 2);
    context.rotate(-Math.PI / 2);
    context.fillText(this.axes[1], 0, 0);
    context.restore();
    if (this.heat.hosts.length > 1) this.drawHosts(context, view);
    this.drawRanks(context, view);
    context.strokeStyle = css("--grid");
    context.lineWidth = 1;
    context.strokeRect(this.left - 0.5, this.top - 0.5, this.side + 1, this.side + 1);
  }

  /** Draws the names: all, or as many as there is room for, at equal distances. */
  drawHosts(context, view) {
    const strip = this.showsRanks(view) ? AXIS.ranks : 6;
    const pitch = this.side / (view.span * this.heat.hosts.length),
      every = Math.max(1, Math.ceil(15 / pitch));
    const name = (text, x, y, turned, width) => {
      context.save();
      context.translate(x, y);
      if (turned) context.rotate(-Math.PI / 2);
      context.fillText(fitted(context, text, width), 0, 0);
      context.restore();
    };
    this.heat.hosts.forEach(([host, begin, ranks], i) => {
      if (i % every !== 0) return;
      const middle = (begin + ranks / 2) / this.tile,
        x = this.px(middle, view),
        y = this.py(middle, view);
      if (y > this.top && y < this.top + this.side) {
        context.textAlign = "right";
        name(host, this.left - strip - 2, y, false, AXIS.mostName);
      }
      if (x > this.left && x < this.left + this.side) {
        context.textAlign = this.turned ? "left" : "center";
        name(host, x, this.top - strip - (this.turned ? 0 : 7), this.turned, AXIS.mostName);
      }
    });
  }

  showsRanks(view) {
    return Boolean(this.heat.rank_at) && this.side / (view.span * this.heat.ranks) >= 15;
  }

  drawRanks(context, view) {
    const pitch = this.side / (view.span * this.heat.ranks);
    if (!this.showsRanks(view)) return;
    context.font = "11px " + css("--sans");
    const widest = context.measureText(String(this.heat.ranks - 1)).width,
      every = Math.ceil((widest + 4) / pitch);
    this.heat.rank_at.forEach((rank, i) => {
      const middle = (i + 0.5) / this.tile,
        x = this.px(middle, view),
        y = this.py(middle, view),
        text = String(rank);
      context.textAlign = "right";
      if (y > this.top && y < this.top + this.side) context.fillText(text, this.left - 5, y);
      context.textAlign = "center";
      if (x > this.left && x < this.left + this.side && i % every === 0) context.fillText(text, x, this.top - 9);
    });
  }

  /** Returns the point of the map under the pointer, as a fraction of the visible part; null outside. */
  inside(event) {
    const box = this.canvas.getBoundingClientRect();
    const x = (event.clientX - box.left - this.left) / this.side,
      y = (event.clientY - box.top - this.top) / this.side;
    return x >= 0 && x < 1 && y >= 0 && y < 1 ? { x, y } : null;
  }

  ranksOf(tile) {
    const begin = tile * this.tile,
      end = Math.min(this.heat.ranks, begin + this.tile);
    const host = (position) =>
      (this.heat.hosts.find(([, first, ranks]) => position >= first && position < first + ranks) || [""])[0];
    const from = host(begin),
      to = host(end - 1),
      where = from ? " on " + (from === to ? from : `${from} … ${to}`) : "";
    if (!this.heat.rank_at) return `${end - begin} ranks at ${begin}–${end - 1}${where}`;
    if (end - begin === 1) return `rank ${this.heat.rank_at[begin]}${where}`;
    return `ranks ${ranges(this.heat.rank_at.slice(begin, end), 3)}${where}`;
  }

  describe(x, y) {
    let bytes = 0,
      messages = 0;
    for (let i = 0; i < this.row.length; ++i) {
      if (this.row[i] !== y || this.column[i] !== x) continue;
      bytes = this.bytes[i];
      messages = this.messages ? this.messages[i] : 0;
    }
    const what =
      bytes || messages
        ? volume(bytes) + (this.messages ? ` in ${count(messages)} ${messages === 1 ? "message" : "messages"}` : "")
        : "nothing";
    return { from: this.ranksOf(y), to: this.ranksOf(x), what };
  }

  busiest(most) {
    const order = Array.from(this.bytes.keys())
      .sort((a, b) => this.bytes[b] - this.bytes[a])
      .slice(0, most);
    return order.map((i) => [
      volume(this.bytes[i]),
      ...(this.messages ? [count(this.messages[i])] : []),
      this.ranksOf(this.row[i]),
      this.ranksOf(this.column[i]),
    ]);
  }
}
