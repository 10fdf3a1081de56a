/** What is kept of one unsaved text, and how it is written: a line of facts, then the text itself to the byte. */
import { createHash } from "node:crypto";
import * as z from "zod/mini";

const factsSchema = z.object({
  /** `file`: unsaved changes of a file. `review`: what the user made of a proposal. */
  kind: z.union([z.literal("file"), z.literal("review")]),
  path: z.string().check(z.minLength(1)),
  /** The folders that were open then: it is offered where one of them is open again. */
  folders: z.array(z.string()),
  /** `hashOf` what was on disk when the changes were made. */
  base: z.optional(z.string()),
});

export interface DraftFacts {
  readonly kind: "file" | "review";
  readonly path: string;
  readonly folders: readonly string[];
  readonly base?: string | undefined;
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
    const facts = factsSchema.parse(JSON.parse(bytes.toString("utf8", 0, end)));
    return { ...facts, text: bytes.toString("utf8", end + 1) };
  } catch {
    return undefined;
  }
}
