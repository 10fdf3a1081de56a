/** The stored recordings, a driver that decides as recorded, and changes to the messages. */
import { readdirSync, readFileSync } from "node:fs";
import { Conversation, type Entry, parseRecording, type Recording, type Row } from "@tandem-ide/inspector";
import type { MemoryEditor } from "@tandem-ide/memory-editor";
import { callToolParamsSchema, callToolResultSchema, decodeToolResult } from "@tandem-ide/protocol";
import { startEndpoint, type TestEndpoint } from "../endpoint.js";

const directory = new URL("../fixtures/recordings/", import.meta.url);

export const names = readdirSync(directory);

export function readKept(name: string): Recording {
  return parseRecording(readFileSync(new URL(name, directory), "utf8"));
}

export function rowsOf({ entries }: Recording): Row[] {
  const conversation = new Conversation();
  return entries.flatMap((entry) => conversation.add(entry));
}

/** A call of a tool as it was recorded, with its response where that is there. */
export interface Call {
  readonly tool: string;
  readonly args: Record<string, unknown>;
  readonly result: unknown;
}

export function callsOf(recording: Recording): Call[] {
  const rows = rowsOf(recording);
  return rows.flatMap((row) => {
    if (row.kind !== "request" || row.tool === undefined) return [];
    const message: { params?: unknown } = Object(row.message);
    const { arguments: args = {} } = callToolParamsSchema.parse(message.params);
    const answer: { result?: unknown } = Object(rows.find(({ answers }) => answers === row.number)?.message);
    return [{ tool: row.tool, args, result: answer.result }];
  });
}

/** Decides each proposal as recorded, and accepts the others. */
export function decidingDriver(recording: Recording): (editor: MemoryEditor) => void {
  const decisions = new Map(
    callsOf(recording).flatMap(({ tool, args, result }) => {
      const parsed = callToolResultSchema.safeParse(result);
      return tool === "openDiff" && parsed.success
        ? [[args.tab_name, decodeToolResult("openDiff", parsed.data)] as const]
        : [];
    }),
  );
  return (editor) => {
    const [review] = editor.reviews;
    if (!review) return;
    const decision = decisions.get(review.proposal.tabName);
    if (decision?.decision === "rejected") review.reject();
    else review.accept(decision?.text);
  };
}

/** The editor of the fixtures, with a user who decides as recorded. */
export async function startRecordedEditor(recording: Recording, configDir?: string): Promise<TestEndpoint> {
  const decide = decidingDriver(recording);
  const endpoint: TestEndpoint = await startEndpoint(configDir === undefined ? {} : { configDir }, {
    name: "Memory",
    runCode: async () => [{ type: "text", text: "2\n" }],
    onReviewsChanged: () => queueMicrotask(() => decide(endpoint.editor)),
  });
  endpoint.write("a.txt", "line 1\nline 2\nline 3\n");
  return endpoint;
}

/** The same recording with other words in its messages. */
export function changed(recording: Recording, change: (text: string, entry: Entry) => string | undefined): Recording {
  const entries = recording.entries.flatMap((entry): Entry[] => {
    if (!("text" in entry)) return [entry];
    const text = change(entry.text, entry);
    return text === undefined ? [] : [{ ...entry, text }];
  });
  return { ...recording, entries };
}
