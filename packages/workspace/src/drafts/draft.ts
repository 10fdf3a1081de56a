/** A draft and its file format: one line of JSON facts, then the exact text. */
import { createHash } from "node:crypto";
import { isRecord } from "@tandem-ide/base";

export interface DraftFacts {
  /** `file`: unsaved changes to a file. `review`: the user's edits to a proposal. */
  readonly kind: "file" | "review";
  readonly path: string;
  /** The folders that were open. The draft is offered when one of them is open again. */
  readonly folders: readonly string[];
  /** `hashOf` the text on disk when the changes were made. */
  readonly base?: string | undefined;
}

/** Checked by hand, because editors load this at startup and a schema library would cost time. */
function isFacts(value: unknown): value is DraftFacts {
  if (!isRecord(value)) return false;
  const { kind, path, folders, base } = value;
  return (
    (kind === "file" || kind === "review") &&
    typeof path === "string" &&
    path !== "" &&
    Array.isArray(folders) &&
    folders.every((folder) => typeof folder === "string") &&
    (base === undefined || typeof base === "string")
  );
}

export interface Draft extends DraftFacts {
  readonly text: string;
}

/** A draft from an earlier run. */
export interface SavedDraft extends Draft {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Returns a hash that identifies the text. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function writeDraft({ kind, path, folders, base, text }: Draft): Buffer {
  return Buffer.from(`${JSON.stringify({ kind, path, folders, base })}\n${text}`);
}

/** Returns undefined when the bytes aren't a draft. */
export function readDraft(bytes: Buffer): Draft | undefined {
  const end = bytes.indexOf("\n");
  try {
    const facts: unknown = JSON.parse(bytes.toString("utf8", 0, end));
    return isFacts(facts) ? { ...facts, text: bytes.toString("utf8", end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
