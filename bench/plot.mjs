/**
 * A plot as SVG: for each row a bar of ours, one of the floor, one of what would be written instead, and a line where the
 * promise ends. Each row has its own scale, since their units differ. Readable on light and dark pages.
 */
import { limits } from "./limits.mjs";
import { inUnit, verdictOf } from "./table.mjs";

const width = 760;
const barsAt = 150;
const barsEnd = 620;
const barHeight = 14;
const gap = 4;
const titleHeight = 34;

const escaped = (text) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The bars of a row, first ours. */
function barsOf(row) {
  return [
    { kind: verdictOf(row) === "missed" ? "missed" : "ours", name: "Tandem", value: row.ours },
    ...(row.floor === undefined ? [] : [{ kind: "floor", name: "floor", value: row.floor }]),
    ...(row.alternative === undefined ? [] : [{ kind: "alternative", name: "instead", value: row.alternative }]),
  ];
}

/** Where the promise ends, in the row's unit; undefined where there is none. */
export function promiseOf(row, limit = limits[row.id]) {
  if (limit === undefined) return undefined;
  return limit.value ?? (limit.ratio ?? limit.leastRatio) * row.floor;
}

function group(row, top) {
  const bars = barsOf(row);
  const promise = promiseOf(row);
  const most = Math.max(...bars.map(({ value }) => value), promise ?? 0) || 1;
  const lengthOf = (value) => Math.max(1, (Math.max(0, value) / most) * (barsEnd - barsAt));
  const parts = [`<text class="what" x="16" y="${top + 12}">${escaped(row.what)}</text>`];
  bars.forEach(({ kind, name, value }, i) => {
    const y = top + 20 + i * (barHeight + gap);
    const length = lengthOf(value).toFixed(1);
    parts.push(
      `<text class="name" x="${barsAt - 8}" y="${y + 11}" text-anchor="end">${name}</text>`,
      `<rect class="${kind}" x="${barsAt}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text class="name" x="${barsEnd + 10}" y="${y + 11}">${escaped(inUnit(value, row.unit))}</text>`,
    );
  });
  const height = 20 + bars.length * (barHeight + gap);
  if (promise !== undefined) {
    const x = (barsAt + lengthOf(promise)).toFixed(1);
    parts.push(`<line class="promise" x1="${x}" x2="${x}" y1="${top + 17}" y2="${top + height}"/>`);
  }
  return { svg: parts.join(""), height: height + 16 };
}

/** The plot of some rows. */
export function plot(title, rows) {
  let top = titleHeight + 10;
  const groups = rows.map((row) => {
    const { svg, height } = group(row, top);
    top += height;
    return svg;
  });
  const style = `
    text { font: 12px system-ui, sans-serif; fill: #57606a } .title { font-size: 15px; font-weight: 600 }
    .title, .what { fill: #1f2328 } .ours { fill: #2f7ed8 } .missed { fill: #c2571a } .floor { fill: #8c959f }
    .alternative { fill: #c3ccd5 } .promise { stroke: #1f2328; stroke-width: 1.5; stroke-dasharray: 4 3 }
    @media (prefers-color-scheme: dark) {
      text { fill: #9ba5b0 } .title, .what { fill: #e6edf3 } .ours { fill: #58a6ff } .missed { fill: #f0883e }
      .floor { fill: #768390 } .alternative { fill: #444c56 } .promise { stroke: #e6edf3 }
    }`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="${escaped(title)}"><style>${style}</style><text class="title" x="16" y="24">${escaped(title)}</text>${groups.join("")}</svg>\n`;
}
