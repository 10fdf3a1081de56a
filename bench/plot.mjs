/**
 * Draws a plot as SVG: for each row a bar for Tandem, one for the floor, one for the alternative, and a line at the limit.
 * Each row has its own scale, because units differ. Readable on light and dark pages.
 */
import { limits } from "./limits.mjs";
import { inUnit, resultOf } from "./table.mjs";

const width = 760;
const barsStart = 150;
const barsEnd = 620;
const barHeight = 14;
const gap = 4;
const titleHeight = 34;

const escapeXml = (text) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns the bars of a row, Tandem's first. */
function barsOf(row) {
  return [
    { kind: resultOf(row) === "missed" ? "missed" : "ours", name: "Tandem", value: row.ours },
    ...(row.floor === undefined ? [] : [{ kind: "floor", name: "floor", value: row.floor }]),
    ...(row.alternative === undefined ? [] : [{ kind: "alternative", name: "instead", value: row.alternative }]),
  ];
}

/** Returns the limit in the row's unit, or undefined. */
export function limitValueOf(row, limit = limits[row.id]) {
  if (limit === undefined) return undefined;
  return limit.value ?? (limit.ratio ?? limit.minRatio) * row.floor;
}

function drawRow(row, top) {
  const bars = barsOf(row);
  const limit = limitValueOf(row);
  const max = Math.max(...bars.map(({ value }) => value), limit ?? 0) || 1;
  const lengthOf = (value) => Math.max(1, (Math.max(0, value) / max) * (barsEnd - barsStart));
  const parts = [`<text class="what" x="16" y="${top + 12}">${escapeXml(row.what)}</text>`];
  bars.forEach(({ kind, name, value }, i) => {
    const y = top + 20 + i * (barHeight + gap);
    const length = lengthOf(value).toFixed(1);
    parts.push(
      `<text class="name" x="${barsStart - 8}" y="${y + 11}" text-anchor="end">${name}</text>`,
      `<rect class="${kind}" x="${barsStart}" y="${y}" width="${length}" height="${barHeight}" rx="2"/>`,
      `<text class="name" x="${barsEnd + 10}" y="${y + 11}">${escapeXml(inUnit(value, row.unit))}</text>`,
    );
  });
  const height = 20 + bars.length * (barHeight + gap);
  if (limit !== undefined) {
    const x = (barsStart + lengthOf(limit)).toFixed(1);
    parts.push(`<line class="promise" x1="${x}" x2="${x}" y1="${top + 17}" y2="${top + height}"/>`);
  }
  return { svg: parts.join(""), height: height + 16 };
}

/** Draws the plot of the rows. */
export function plot(title, rows) {
  let top = titleHeight + 10;
  const groups = rows.map((row) => {
    const { svg, height } = drawRow(row, top);
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
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${top}" width="${width}" height="${top}" role="img" aria-label="${escapeXml(title)}"><style>${style}</style><text class="title" x="16" y="24">${escapeXml(title)}</text>${groups.join("")}</svg>\n`;
}
