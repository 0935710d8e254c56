// Colours of canvases: those of the style sheet, and a ramp from little to much, for the light and the dark theme.
const RAMPS = {
  light: ["#d6e6f4", "#9cc4df", "#559fcd", "#2272b4", "#0c4487", "#04204d"],
  dark: ["#17324f", "#1f5285", "#327fc0", "#62b0e6", "#b0dbf6", "#f2faff"],
};
const redraws = [];

const isDark = () => getComputedStyle(document.documentElement).colorScheme === "dark";
const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Returns the ramp as 256 colours [r, g, b]. */
function ramp() {
  const stops = RAMPS[isDark() ? "dark" : "light"].map((hex) =>
    [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)),
  );
  return Array.from({ length: 256 }, (_, i) => {
    const place = (i / 255) * (stops.length - 1),
      low = Math.min(Math.floor(place), stops.length - 2);
    return stops[low].map((from, c) => Math.round(from + (stops[low + 1][c] - from) * (place - low)));
  });
}
const rgb = (colour) => `rgb(${colour.join(" ")})`;

/** Calls `draw`, now and after every change of colours or width. */
function redrawn(draw) {
  redraws.push(draw);
  draw();
}
const redrawAll = () => redraws.forEach((draw) => draw());

/** Returns a legend with the ramp; `update(low, high, unit)` sets its ends. */
function rampLegend() {
  const low = el("span", {}),
    high = el("span", {}),
    unit = el("span", {}),
    bar = el("span", { class: "bar" });
  const node = el("span", { class: "ramp" }, low, bar, high, unit);
  redrawn(() => {
    bar.style.background = `linear-gradient(90deg, ${ramp()
      .filter((_, i) => i % 51 === 0)
      .map(rgb)
      .join(", ")})`;
  });
  return {
    node,
    update(from, to, what) {
      low.textContent = from;
      high.textContent = to;
      unit.textContent = what;
    },
  };
}

function initTheme() {
  const remember = (value) => {
    try {
      localStorage.setItem("topomorph-theme", value);
    } catch {
      /* a page opened from a file may have no storage */
    }
  };
  let stored = "auto";
  try {
    stored = localStorage.getItem("topomorph-theme") || "auto";
  } catch {
    /* no storage */
  }
  const wished = new URLSearchParams(location.hash.slice(1)).get("theme") || stored;
  const apply = (value) => {
    if (value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = value;
    redrawAll();
  };
  for (const input of document.querySelectorAll("input[name=theme]")) {
    input.checked = input.value === wished;
    input.addEventListener("change", () => {
      apply(input.value);
      remember(input.value);
    });
  }
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", redrawAll);
  apply(wished);
}
