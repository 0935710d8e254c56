// Draws a topology with the load of its links: a tree as rows of boxes, a lattice or circle as nodes with links.
const NARROW_BOX = 34; // a narrower box has no room for its name

class Network {
  constructor(plan, loads, label) {
    this.plan = plan;
    this.label = label;
    this.nodes = plan.nodes.map(([x, y, name, first, slots]) => ({ x, y, name, first, slots }));
    this.links = plan.links.map(([a, b, secondsPerByte, stubX, stubY], i) => {
      const [forth, back] = loads[i];
      return {
        a,
        b,
        forth,
        back,
        stubX,
        stubY,
        forthSeconds: forth * secondsPerByte,
        backSeconds: back * secondsPerByte,
        seconds: Math.max(forth, back) * secondsPerByte,
      };
    });
    this.byLoad = this.links.map((_, i) => i).sort((i, k) => this.links[k].seconds - this.links[i].seconds);
    this.most = this.links.length ? this.links[this.byLoad[0]].seconds : 0;
    this.canvas = el("canvas", {
      class: "live",
      tabindex: 0,
      role: "application",
      "aria-roledescription": "network drawing",
      "aria-label": `${label}: ${this.nodes.length} places and ${this.links.length} links. Arrow keys go from link to link, the busiest first.`,
    });
    this.chosen = null;
    this.isTree = plan.kind === "tree";
  }

  height(width) {
    const deepest = Math.max(...this.nodes.map((node) => node.y));
    if (this.isTree) return 30 + deepest * 74;
    if (this.plan.kind === "circle") return Math.min(width, 620);
    this.pitch = Math.min((width - 16) / (Math.max(...this.nodes.map((node) => node.x)) + 1.4), 84);
    return Math.ceil((deepest + 1.4) * this.pitch) + 4;
  }

  /** Computes the coordinates of everything in pixels, within the view. */
  place(view, width, height) {
    const zoom = view.zoom,
      toX = (x) => (x - view.x * width) * zoom,
      toY = (y) => (y - view.y * height) * zoom;
    const radius = Math.min(width, height) / 2 - (this.nodes.length <= 120 ? 76 : 12);
    const total = this.nodes[0] ? this.nodes[0].slots : 1;
    for (const node of this.nodes) {
      if (this.isTree) {
        const w = (node.slots / total) * width * zoom;
        node.w = Math.max(1, w - Math.min(5, w * 0.25));
        node.px = toX(node.x * width);
        node.py = 13 + node.y * 74;
      } else if (this.plan.kind === "circle") {
        node.px = toX(width / 2 + node.x * radius);
        node.py = toY(height / 2 + node.y * radius);
      } else {
        node.px = toX((node.x + 0.7) * this.pitch);
        node.py = toY((node.y + 0.7) * this.pitch);
      }
    }
  }

  draw(view, most) {
    const { context, width, height } = sized(this.canvas, (w) => this.height(w));
    this.place(view, width, height);
    const colours = ramp().map(rgb),
      thick = this.isTree ? 0 : this.plan.kind === "circle" ? 5 : Math.min(9, this.pitch * view.zoom * 0.16);
    const colour = (time) => (time > 0 ? colours[Math.round(40 + (215 * time) / most)] : css("--line"));
    for (let k = this.byLoad.length; k-- > 0;) {
      const link = this.links[this.byLoad[k]];
      if (this.isTree) this.drawUplink(context, link, colour, most);
      else
        this.drawLink(context, link, colour(link.seconds), 1 + (most ? (link.seconds / most) * thick : 0), view.zoom);
    }
    context.textBaseline = "middle";
    for (const node of this.nodes) this.drawNode(context, node, view.zoom, width, height);
    if (this.isTree) this.drawRowNames(context, width);
    else this.drawCaptions(context, view, width, height);
    if (this.chosen !== null) this.drawChosen(context, view.zoom);
  }

  /** Draws the links from the node to the one above it: traffic up on the left, down on the right. */
  drawUplink(context, link, colour, most) {
    const node = this.nodes[link.a],
      top = this.nodes[link.b].py + 11,
      bottom = node.py - 11;
    const thick = (time) => (time > 0 && most ? 1 + (time / most) * Math.min(13, Math.max(0, node.w * 0.42 - 1)) : 1);
    const gap = node.w >= 8 ? 1 : 0;
    const up = thick(link.forthSeconds),
      down = thick(link.backSeconds);
    context.fillStyle = colour(link.forthSeconds);
    context.fillRect(node.px - gap - up, top, up, bottom - top);
    context.fillStyle = colour(link.backSeconds);
    context.fillRect(node.px + gap, top, down, bottom - top);
    link.box = [node.px - gap - up, top, up + down + 2 * gap, bottom - top];
  }

  /** Draws the link as a line, or as two stubs if it leaves the plane. */
  segments(link, zoom) {
    const a = this.nodes[link.a],
      b = this.nodes[link.b];
    if (!link.stubX && !link.stubY) return [[a.px, a.py, b.px, b.py]];
    const dx = link.stubX * this.pitch * zoom,
      dy = link.stubY * this.pitch * zoom;
    return [
      [a.px, a.py, a.px + dx, a.py + dy],
      [b.px, b.py, b.px - dx, b.py - dy],
    ];
  }

  drawLink(context, link, colour, width, zoom) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.beginPath();
    for (const [x1, y1, x2, y2] of this.segments(link, zoom)) {
      context.moveTo(x1, y1);
      context.lineTo(x2, y2);
    }
    context.stroke();
  }

  drawNode(context, node, zoom, width, height) {
    if (node.px < -200 || node.px > width + 200 || node.py < -50 || node.py > height + 50) {
      if (!this.isTree) return;
    }
    context.fillStyle = css("--surface");
    context.strokeStyle = css("--grid");
    context.lineWidth = 1;
    if (this.isTree) return this.drawBox(context, node, width);
    const room = this.plan.kind === "lattice" ? this.pitch * zoom * 0.62 : 0;
    const label = room >= 34 ? fitted(context, node.name, room - 6) : "";
    context.beginPath();
    if (label) context.roundRect(node.px - room / 2, node.py - 10, room, 20, 4);
    else context.arc(node.px, node.py, Math.max(1.6, Math.min(5, (this.pitch || 30) * zoom * 0.13)), 0, 2 * Math.PI);
    if (!label) context.fillStyle = css(node.slots ? "--muted" : "--third");
    context.fill();
    if (label) context.stroke();
    context.fillStyle = css("--ink");
    context.textAlign = "center";
    if (label) context.fillText(label, node.px, node.py + 0.5);
    if (this.plan.kind === "circle" && this.nodes.length <= 120) this.drawAround(context, node);
  }

  drawBox(context, node, width) {
    const left = Math.max(node.px - node.w / 2, 0),
      right = Math.min(node.px + node.w / 2, width);
    if (right <= left) return;
    context.beginPath();
    if (node.w > 6) context.roundRect(node.px - node.w / 2, node.py - 11, node.w, 22, Math.min(4, node.w / 4));
    else context.rect(node.px - node.w / 2, node.py - 11, node.w, 22);
    context.fillStyle = css("--faint");
    context.fill();
    if (node.w > 4) context.stroke();
    const label =
      node.w >= NARROW_BOX || node.slots === this.nodes[0].slots ? fitted(context, node.name, right - left - 8) : "";
    context.fillStyle = css("--ink");
    context.textAlign = "center";
    if (label) context.fillText(label, (left + right) / 2, node.py + 0.5);
  }

  /** Draws the first and last name of a row whose boxes are too narrow for names. */
  drawRowNames(context, width) {
    const rows = new Map();
    for (const node of this.nodes) rows.set(node.py, [...(rows.get(node.py) || []), node]);
    for (const [y, row] of rows) {
      if (row.length < 2 || row[0].w >= NARROW_BOX) continue;
      const text = `${row[0].name} … ${row[row.length - 1].name}`,
        room = context.measureText(text).width + 16;
      context.beginPath();
      context.roundRect((width - room) / 2, y - 9, room, 18, 9);
      context.fillStyle = css("--surface");
      context.fill();
      context.fillStyle = css("--ink");
      context.textAlign = "center";
      context.fillText(text, width / 2, y + 0.5);
    }
  }

  drawCaptions(context, view, width, height) {
    context.fillStyle = css("--muted");
    context.textAlign = "left";
    for (const [x, y, text] of this.plan.captions) {
      const px = ((x + 0.7) * this.pitch - view.x * width) * view.zoom,
        py = ((y + 0.7) * this.pitch - view.y * height) * view.zoom;
      context.fillText(text, px, py);
    }
  }

  drawAround(context, node) {
    const angle = Math.atan2(node.y, node.x),
      left = Math.cos(angle) < 0;
    context.save();
    context.translate(node.px, node.py);
    context.rotate(left ? angle + Math.PI : angle);
    context.textAlign = left ? "right" : "left";
    context.fillStyle = css("--muted");
    context.fillText(fitted(context, node.name, 66), left ? -9 : 9, 0);
    context.restore();
  }

  drawChosen(context, zoom) {
    const link = this.links[this.chosen];
    context.strokeStyle = css("--third");
    context.lineWidth = 2;
    if (this.isTree) context.strokeRect(link.box[0] - 3, link.box[1], link.box[2] + 6, link.box[3]);
    else this.drawLink(context, link, css("--third"), 3, zoom);
  }

  nearest(event, zoom) {
    const box = this.canvas.getBoundingClientRect(),
      x = event.clientX - box.left,
      y = event.clientY - box.top;
    let best = null,
      least = 9;
    this.links.forEach((link, i) => {
      const distance = this.isTree
        ? this.boxDistance(link, x, y)
        : Math.min(...this.segments(link, zoom).map((line) => segmentDistance(line, x, y)));
      if (distance < least) [best, least] = [i, distance];
    });
    return best;
  }

  /** A tree's link is chosen by its line or by its box. */
  boxDistance(link, x, y) {
    const node = this.nodes[link.a],
      [left, top, width, height] = link.box;
    if (y >= node.py - 11 && y <= node.py + 11) return Math.max(0, Math.abs(x - node.px) - node.w / 2);
    if (y < top || y > top + height) return Infinity;
    return Math.max(0, left - x, x - left - width);
  }

  describe(i) {
    const link = this.links[i],
      a = this.nodes[link.a].name,
      b = this.nodes[link.b].name;
    if (this.isTree)
      return {
        what: `${volume(link.forth)} up, ${volume(link.back)} down`,
        where: `between ${a} and ${b}`,
        time: `${seconds(link.forthSeconds)} and ${seconds(link.backSeconds)}`,
      };
    return {
      what: `${volume(link.forth)} there, ${volume(link.back)} back`,
      where: `from ${a} to ${b}`,
      time: `${seconds(link.forthSeconds)} and ${seconds(link.backSeconds)}`,
    };
  }
}
