/** What is kept of one unsaved text, and how it is written: a line of facts, then the text itself to the byte. */
import { createHash } from "node:crypto";

export interface DraftFacts {
  /** `file`: unsaved changes of a file. `review`: what the user made of a proposal. */
  readonly kind: "file" | "review";
  readonly path: string;
  /** The folders that were open then: it is offered where one of them is open again. */
  readonly folders: readonly string[];
  /** `hashOf` what was on disk when the changes were made. */
  readonly base?: string | undefined;
}

/** By hand: editors load this when they start, and few ever have such a file. */
function isFacts(value: unknown): value is DraftFacts {
  if (typeof value !== "object" || value === null) return false;
  const { kind, path, folders, base }: { [Name in keyof DraftFacts]?: unknown } = value;
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

/** A draft that an earlier run left. */
export interface KeptDraft extends Draft {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly keptAt: number;
}

/** Tells one text from another without keeping it. */
export function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function writeDraft({ kind, path, folders, base, text }: Draft): Buffer {
  return Buffer.from(`${JSON.stringify({ kind, path, folders, base })}\n${text}`);
}

/** Undefined for bytes that are no draft. */
export function readDraft(bytes: Buffer): Draft | undefined {
  const end = bytes.indexOf("\n");
  try {
    const facts: unknown = JSON.parse(bytes.toString("utf8", 0, end));
    return isFacts(facts) ? { ...facts, text: bytes.toString("utf8", end + 1) } : undefined;
  } catch {
    return undefined;
  }
}
