/** Formats times, sizes and kinds of messages. */
import type { PageRow } from "./reader.js";

/** Returns `0.4 ms`, `12 ms`, `3.2 s` or `4 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 10) return `${(Math.round(ms * 10) / 10).toFixed(1).replace(/\.0$/, "")} ms`;
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${String(Math.floor(ms / 1000) % 60).padStart(2, "0")} s`;
}

/** Formats the time since the start: `2.345`, `1:02.345`, `1:00:02.345`. */
export function since(ms: number): string {
  const whole = Math.max(0, Math.round(ms));
  const [hours, minutes] = [Math.floor(whole / 3_600_000), Math.floor(whole / 60_000) % 60];
  const seconds = ((whole % 60_000) / 1000).toFixed(3);
  if (hours > 0) return `${hours}:${String(minutes).padStart(2, "0")}:${seconds.padStart(6, "0")}`;
  return minutes > 0 ? `${minutes}:${seconds.padStart(6, "0")}` : seconds;
}

/** Returns `340 B`, `12.4 KB` or `3.1 MB`. A character counts as one byte. */
export function size(units: number): string {
  if (units < 1000) return `${units} B`;
  if (units < 1_000_000) return `${(units / 1000).toFixed(1)} KB`;
  return `${(units / 1_000_000).toFixed(1)} MB`;
}

export function plural(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

export function direction({ from }: PageRow): string {
  if (from === undefined) return "client and editor";
  return from === "client" ? "client → editor" : "editor → client";
}

const kinds = {
  opened: "Connection opened",
  refused: "Connection refused by the editor",
  closed: "Connection closed",
  request: "Request",
  notification: "Notification",
  answer: "Response",
  error: "Error response",
  ping: "Ping",
  pong: "Pong",
  broken: "Not a protocol message",
} as const;

export function kindLabel({ kind }: PageRow): string {
  return kinds[kind];
}
