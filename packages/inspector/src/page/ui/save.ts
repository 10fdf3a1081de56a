/** Saves a conversation as a file, made in the page: nothing is asked of the host. */
import { formatEntry, formatHeader } from "../../reading/index.js";
import type { Session } from "../core/session.js";

/** A download needs its address for a moment after the click. */
const keepMs = 60_000;

/** Everything that is kept, whatever is shown of it, in the form that the recorder writes. */
export function recordingOf({ header, kept }: Session): Blob {
  const entries = [...kept.start.context, ...kept.slice(kept.first, kept.end)];
  return new Blob([formatHeader(header), ...entries.map(formatEntry)], { type: "application/jsonl" });
}

export function fileNameFor({ header, name }: Session): string {
  if (name !== undefined) return name;
  const editor = header.editor.replaceAll(/[^A-Za-z0-9]+/g, "-").replaceAll(/^-|-$/g, "");
  const at = header.at.slice(0, 19).replaceAll(/[^0-9T-]/g, "");
  return `tandem-${editor || "session"}-${at}.jsonl`.toLowerCase();
}

export function save(session: Session): void {
  const address = URL.createObjectURL(recordingOf(session));
  const link = document.createElement("a");
  link.href = address;
  link.download = fileNameFor(session);
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), keepMs);
}
