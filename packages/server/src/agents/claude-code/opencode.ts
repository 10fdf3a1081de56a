/**
 * opencode connects through Claude Code's lock files and speaks its protocol, with two differences in mentions: it counts lines
 * from 1, and drops a mention without lines.
 */
import type { ClientInfo, Mention } from "../../hub/editor.js";
import { readTextFile } from "../../hub/files/read-text.js";

const maxBytes = 1024 * 1024;

export function isOpencode({ name }: ClientInfo): boolean {
  return name === "opencode";
}

/** Returns a mention as opencode counts it. A whole file is a mention of all its lines, and a folder stays as it is. */
export async function asOpencodeCounts(mention: Mention): Promise<Mention> {
  const { lines } = mention;
  if (lines) return { ...mention, lines: { start: lines.start + 1, end: lines.end + 1 } };
  const file = await readTextFile(mention.path, maxBytes);
  if (file.kind !== "text") return mention;
  const text = file.text.replace(/\r?\n$/, "");
  return { ...mention, lines: { start: 1, end: text.split("\n").length } };
}
