/** The SVG of the timeline. All bars of a color are one path, so the number of elements doesn't grow. */

import { since } from "../core/format.js";
import type { PageRow } from "../core/reader.js";
import type { Span } from "../core/shown-rows.js";
import { axisTimes, type Bar, type LaneSizes, levels, type Tick, type TimelineLayout, tones } from "./layout.js";

const levelHeight = 8;
const tickHeight = 8;
const laneHeight = levels * levelHeight + tickHeight;
const laneGap = 6;
const top = 4;

export const lanes: LaneSizes = { tops: [top, top + laneHeight + laneGap], levelHeight, tickHeight };
const bottom = top + 2 * laneHeight + laneGap;
const axisHeight = 18;
export const drawingHeight = bottom + axisHeight;
/** The width of a time label. */
const timeWidth = 90;

const barPath = ({ lane, level, x, width }: Bar) =>
  `M${x} ${lanes.tops[lane] + level * levelHeight + 1}h${width}v${levelHeight - 2}h${-width}z`;

/** An arrowhead for a pending call. */
const openPath = ({ lane, level, x, width }: Bar) =>
  `M${x + width - 6} ${lanes.tops[lane] + level * levelHeight + 1}l6 ${levelHeight / 2 - 1}l-6 ${levelHeight / 2 - 1}z`;

const tickPath = ({ lane, x, isLong }: Tick) =>
  isLong ? `M${x} ${top}v${bottom - top}` : `M${x} ${lanes.tops[lane] + levels * levelHeight}v${tickHeight}`;

export interface DrawingProps {
  readonly layout: TimelineLayout;
  readonly view: Span;
  readonly width: number;
  readonly span: Span | undefined;
  readonly selected: PageRow | undefined;
  readonly partnerOf: (row: PageRow) => PageRow | undefined;
}

export function Drawing({ layout, view, width, span, selected, partnerOf }: DrawingProps) {
  const { bars, ticks } = layout;
  const scale = width / Math.max(view.end - view.start, Number.MIN_VALUE);
  const xOf = (time: number) => Math.min(width + 2, Math.max(-2, (time - view.start) * scale));
  const times = axisTimes(view, Math.floor(width / timeWidth));
  const partner = selected && partnerOf(selected);
  return (
    <svg class="drawing" width={width} height={drawingHeight} aria-hidden="true">
      {lanes.tops.map((y) => (
        <rect key={y} class="lane" x="0" y={y} width={width} height={laneHeight} />
      ))}
      {times.map((time) => (
        <g key={time} class="axis">
          <path d={`M${Math.round(xOf(time)) + 0.5} ${top}V${bottom + 4}`} />
          <text x={Math.round(xOf(time)) + 4} y={bottom + 14}>
            {axisLabel(time, view)}
          </text>
        </g>
      ))}
      {ticks.length > 0 && (
        <path
          class="connection-mark"
          d={ticks
            .filter(({ isLong }) => isLong)
            .map(tickPath)
            .join("")}
        />
      )}
      {tones.map((tone) => (
        <g key={tone} class={`tone-${tone}`}>
          <path
            class="bar"
            d={bars
              .filter((bar) => bar.tone === tone)
              .map((bar) => barPath(bar) + (bar.isOpen ? openPath(bar) : ""))
              .join("")}
          />
          <path
            class="tick"
            d={ticks
              .filter((tick) => tick.tone === tone && !(tick.isLong && tone === "plain"))
              .map(tickPath)
              .join("")}
          />
        </g>
      ))}
      {span && (
        <rect
          class="span"
          data-testid="timeline-span"
          x={xOf(span.start)}
          y={top - 3}
          width={Math.max(1, xOf(span.end) - xOf(span.start))}
          height={bottom - top + 6}
        />
      )}
      {selected && (
        <path
          class="selected-mark"
          d={[selected, partner]
            .filter((row) => row !== undefined && row.t >= view.start && row.t <= view.end)
            .map((row) => `M${xOf(row?.t ?? 0)} ${top - 3}v${bottom - top + 6}`)
            .join("")}
        />
      )}
    </svg>
  );
}

/** Formats a time on the axis: in milliseconds for a short range, otherwise in seconds. */
function axisLabel(time: number, { start, end }: Span): string {
  if (time === 0) return "0";
  if (end - start < 2000) return `${Math.round(time * 10) / 10} ms`;
  return time < 60_000 ? `${Math.round(time / 10) / 100} s` : since(time).replace(/\.000$/, "");
}
