// Formats numbers as the command line does.
const NARROW = "\u202f";

function scaled(value, units, step = 1000) {
  let unit = 0;
  while (Math.abs(value) >= 999.5 && unit + 1 < units.length) {
    value /= step;
    ++unit;
  }
  const digits = Math.abs(value) >= 999.5 ? grouped(Math.round(value)) : String(Number(value.toPrecision(3)));
  return digits + "\u00a0" + units[unit];
}

const volume = (bytes) => scaled(bytes, ["B", "kB", "MB", "GB", "TB", "PB", "EB"]);
/** Powers of two: "16 KiB". */
const binary = (bytes) => scaled(bytes, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"], 1024);
const seconds = (value) => (value === 0 ? "0\u00a0s" : scaled(value * 1e9, ["ns", "µs", "ms", "s"]));

/** Whole numbers, in groups of three digits. */
function grouped(number) {
  return Math.abs(number) < 1e15 ? String(number).replace(/\B(?=(\d{3})+(?!\d))/g, NARROW) : number.toPrecision(4);
}

/** Large counts, with three digits: 1.25 million. */
function count(number) {
  if (number < 1e6) return grouped(Math.round(number));
  return scaled(number / 1e6, ["million", "billion", "trillion"]);
}

/** Costs, which can exceed the range of exact integers. */
function cost(number) {
  if (number < 1e7) return grouped(number);
  const [digits, power] = number.toExponential(2).split("e+");
  return `${digits}\u00a0×\u00a010${[...power].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]).join("")}`;
}

function change(before, after) {
  if (!before) return after ? "new" : "no change";
  const percent = (after / before - 1) * 100;
  if (Math.abs(percent) < 0.5) return "no change";
  return (percent > 0 ? "+" : "−") + Math.abs(percent).toFixed(0) + "\u00a0%";
}

const share = (part, whole) => (whole > 0 ? ((100 * part) / whole).toFixed(1) : "0.0") + "\u00a0%";

/** Returns round steps of an axis from 0 to at least `most`. */
function ticks(most, wanted = 4) {
  if (!(most > 0)) return [0, 1];
  const rough = most / wanted,
    power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const list = [];
  for (let i = 0; (i - 1) * step < most; ++i) list.push(i * step);
  return list;
}

/** Returns "0–15" for consecutive numbers, else the first few. */
function ranges(numbers, most = 8) {
  const sorted = [...numbers].sort((a, b) => a - b);
  const parts = [];
  for (let i = 0; i < sorted.length;) {
    let last = i;
    while (last + 1 < sorted.length && sorted[last + 1] === sorted[last] + 1) ++last;
    parts.push(last > i ? sorted[i] + "–" + sorted[last] : String(sorted[i]));
    i = last + 1;
  }
  return parts.length > most ? parts.slice(0, most).join(", ") + " …" : parts.join(", ");
}
