/**
 * Lays out the timeline in two lanes, one for each end. Calls are bars from request to answer, stacked if they overlap.
 * Other messages are ticks. Messages on the same pixels are drawn once, so the result is limited by the width.
 */
import type { PageRow } from "../core/reader.js";
import type { Span } from "../core/shown-rows.js";

/** How many overlapping calls a lane can stack. Further ones share the last level. */
export const levels = 3;

export const tones = ["plain", "waiting", "fault"] as const;
export type Tone = (typeof tones)[number];

export interface Bar {
  readonly row: PageRow;
  readonly lane: 0 | 1;
  readonly level: number;
  readonly x: number;
  readonly width: number;
  readonly tone: Tone;
  /** It has no response yet and continues to the end. */
  readonly isOpen: boolean;
}

export interface Tick {
  readonly row: PageRow;
  readonly lane: 0 | 1;
  readonly x: number;
  readonly tone: Tone;
  /** Marks the start or end of a connection, through both lanes. */
  readonly isLong: boolean;
}

export interface TimelineLayout {
  readonly bars: readonly Bar[];
  readonly ticks: readonly Tick[];
}

export interface LayoutInput {
  readonly rows: readonly PageRow[];
  readonly view: Span;
  readonly width: number;
  readonly answerOf: (row: PageRow) => PageRow | undefined;
  /** Returns when the row's connection ended. */
  readonly endOf: (row: PageRow) => number | undefined;
}

const minBar = 3;

export function layOut({ rows, view, width, answerOf, endOf }: LayoutInput): TimelineLayout {
  const scale = width / Math.max(view.end - view.start, Number.MIN_VALUE);
  const bars: Bar[] = [];
  const ticks = new Map<number, Tick>();
  /** The end of the last bar on each level, by lane. */
  const ends = [new Array<number>(levels).fill(-1), new Array<number>(levels).fill(-1)] as const;
  const drawn = new Set<number>();

  for (const row of rows) {
    if (row.t > view.end) break;
    const lane = row.from === "editor" ? 1 : 0;
    if (row.kind === "request") {
      const answer = answerOf(row);
      const until = answer?.t ?? endOf(row) ?? Number.POSITIVE_INFINITY;
      if (until < view.start) continue;
      const x = Math.max(0, Math.round((row.t - view.start) * scale));
      const right = Math.min(width, Math.max(x + minBar, Math.round((until - view.start) * scale)));
      const tone = toneOf(row, answer);
      const key = ((x * (width + 1) + right) * 2 + lane) * tones.length + tones.indexOf(tone);
      if (drawn.has(key)) continue;
      drawn.add(key);
      const free = ends[lane].findIndex((end) => end < x);
      const level = free < 0 ? levels - 1 : free;
      ends[lane][level] = Math.max(ends[lane][level] ?? -1, right);
      const isOpen = until === Number.POSITIVE_INFINITY;
      bars.push({ row, lane, level, x, width: Math.max(1, right - x), tone, isOpen });
      continue;
    }
    if (row.t < view.start || row.kind === "ping" || row.kind === "pong") continue;
    // A response is the end of its request's bar.
    if (row.answers !== undefined || row.isRequestGone) continue;
    const x = Math.min(width - 1, Math.round((row.t - view.start) * scale));
    const isLong = row.kind === "opened" || row.kind === "closed" || row.kind === "refused";
    const tone = row.faults.length > 0 ? "fault" : "plain";
    const key = x * 3 + (isLong ? 2 : lane);
    // A fault hides other messages on the same pixel.
    if (!ticks.has(key) || (tone === "fault" && ticks.get(key)?.tone !== "fault"))
      ticks.set(key, { row, lane, x, tone, isLong });
  }
  return { bars, ticks: [...ticks.values()] };
}

function toneOf(row: PageRow, answer: PageRow | undefined): Tone {
  if (row.faults.length > 0 || (answer && answer.faults.length > 0)) return "fault";
  return answer ? "plain" : "waiting";
}

export interface LaneSizes {
  readonly tops: readonly [number, number];
  readonly levelHeight: number;
  /** Ticks are below the levels of their lane. */
  readonly tickHeight: number;
}

/** Returns the message at these coordinates, or the nearest one within a few pixels. */
export function messageAt(layout: TimelineLayout, sizes: LaneSizes, x: number, y: number): PageRow | undefined {
  const lane = y >= sizes.tops[1] ? 1 : 0;
  const inLane = y - sizes.tops[lane];
  const level = Math.floor(inLane / sizes.levelHeight);
  const near = 5;
  let best: { row: PageRow; distance: number } | undefined;
  const offer = (row: PageRow, distance: number) => {
    // The later one is on top.
    if (distance <= near && distance <= (best?.distance ?? near)) best = { row, distance };
  };
  for (const bar of layout.bars) {
    if (bar.lane !== lane) continue;
    const beside = x < bar.x ? bar.x - x : Math.max(0, x - bar.x - bar.width);
    offer(bar.row, beside + (bar.level === level ? 0 : 2));
  }
  for (const tick of layout.ticks) {
    if (!tick.isLong && tick.lane !== lane) continue;
    offer(tick.row, Math.abs(tick.x - x) + (level >= levels || tick.isLong ? 0 : 2));
  }
  return best?.row;
}

/** Returns about `count` round times for the axis. */
export function axisTimes({ start, end }: Span, count: number): number[] {
  const rough = (end - start) / Math.max(1, count);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const times: number[] = [];
  for (let time = Math.ceil(start / step) * step; time <= end && times.length < 50; time += step) times.push(time);
  return times;
}

/** Returns a range `factor` times as long, with `around` at the same position; undefined for the whole time. */
export function zoomed(view: Span, factor: number, around: number, all: Span): Span | undefined {
  const length = Math.max(1, (view.end - view.start) * factor);
  if (length >= all.end - all.start) return undefined;
  const share = (around - view.start) / Math.max(view.end - view.start, Number.MIN_VALUE);
  const start = Math.min(Math.max(all.start, around - share * length), all.end - length);
  return { start, end: start + length };
}

/** Moves the range by a fraction of its length. */
export function panned(view: Span, share: number, all: Span): Span {
  const length = view.end - view.start;
  const start = Math.min(Math.max(all.start, view.start + share * length), Math.max(all.start, all.end - length));
  return { start, end: start + length };
}
