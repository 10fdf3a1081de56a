/** Saves a conversation as a file, without the host. */
import { formatEntry, formatHeader } from "../../reading/index.js";
import type { Session } from "../core/session.js";

/** The download needs the URL for a moment after the click. */
const revokeAfterMs = 60_000;

/** Formats all entries in memory as a recording. */
export function recordingOf({ header, history }: Session): Blob {
  const entries = [...history.start.context, ...history.slice(history.first, history.end)];
  return new Blob([formatHeader(header), ...entries.map(formatEntry)], { type: "application/jsonl" });
}

export function fileNameFor({ header, name }: Session): string {
  if (name !== undefined) return name;
  const editor = header.editor.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const at = header.at.slice(0, 19).replaceAll(/[^0-9T-]/g, "");
  return `tandem-${editor || "session"}-${at}.jsonl`.toLowerCase();
}

export function save(session: Session): void {
  const url = URL.createObjectURL(recordingOf(session));
  const link = document.createElement("a");
  link.href = url;
  link.download = fileNameFor(session);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), revokeAfterMs);
}
