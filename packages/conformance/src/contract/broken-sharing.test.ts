/** The cases about mentions, introduction, privacy and diagnostics catch what they are there for. All are stand-ins. */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DiagnosticsAnswer } from "@tandem/base";
import { MemoryEditor } from "@tandem/memory-editor";
import { memoryLauncher } from "@tandem/memory-editor/testing";
import type { Mention, MentionOutcome } from "@tandem/server";
import { test } from "vitest";
import type { TestEditorOptions } from "./options.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };
const outcome: MentionOutcome = { status: "queued" };

/** An editor that mentions through `mention`. */
function mentioning(mention: (mention: Mention, really: (mention: Mention) => MentionOutcome) => MentionOutcome) {
  return memoryLauncher(
    class extends MemoryEditor {
      override mention(what: Mention): MentionOutcome {
        return mention(what, (changed) => super.mention(changed));
      }
    },
    quick,
  );
}

/** An editor that takes back the built-in rule for `.env`. */
const indiscreet = memoryLauncher(MemoryEditor, { ...quick, withhold: ["!.env*"] });

const withoutReviews: TestEditorOptions["launch"] = memoryLauncher(
  class extends MemoryEditor {
    constructor(options: ConstructorParameters<typeof MemoryEditor>[0]) {
      super(options);
      Object.defineProperty(this, "reviewDiff", { value: undefined });
    }
  },
  quick,
);

let mentions = 0;

const brokenEditors: readonly BrokenEditor[] = [
  {
    fault: "loses mentions that were made before a client came",
    launch: tampered(memoryLauncher(MemoryEditor, quick), {
      fromEditor: (message) => (/"at_mentioned".*(first|second|third)\.txt/.test(message) ? undefined : message),
    }),
    caughtBy: { "Mentions made before any client is there": /was not told the mention/ },
  },
  {
    fault: "mentions lines even where the whole file or a folder is meant",
    launch: mentioning((mention, really) => really({ lines: { start: 0, end: 0 }, ...mention })),
    caughtBy: {
      "A mention of a file is its absolute path": /deep.equal/i,
      "A folder can be mentioned": /A folder has no lines/,
    },
  },
  {
    fault: "counts mentioned lines from 1",
    launch: mentioning(({ lines, ...rest }, really) =>
      really(lines ? { ...rest, lines: { start: lines.start + 1, end: lines.end + 1 } } : rest),
    ),
    caughtBy: { "A mention of lines counts them from 0": /deep.equal/i },
  },
  {
    fault: "encodes mentioned paths",
    launch: mentioning((mention, really) => really({ ...mention, path: encodeURI(mention.path) })),
    caughtBy: { "A path with spaces and odd characters is mentioned": /%20/ },
  },
  {
    fault: "mentions files only",
    launch: mentioning((mention, really) => (statSync(mention.path).isFile() ? really(mention) : outcome)),
    caughtBy: { "A folder can be mentioned": /was not told the mention/ },
  },
  {
    fault: "lets mentions overtake each other",
    launch: mentioning((mention, really) => {
      if (mentions++ % 2 === 0) setTimeout(() => really(mention), 30);
      else really(mention);
      return outcome;
    }),
    caughtBy: { "Mentions come in the order": /deep.equal/i },
  },
  {
    fault: "opens no folder",
    launch: (options) => memoryLauncher(MemoryEditor, quick)({ ...options, folders: [] }),
    caughtBy: { "LCK-06 A client that is started in the folder": /No client finds the editor/ },
  },
  {
    fault: "opens more folders than it was told to",
    launch: (options) => memoryLauncher(MemoryEditor, quick)({ ...options, folders: [...options.folders, "/"] }),
    caughtBy: {
      "LCK-06 A client that is started in the folder": /folders of the lock/,
      "TOOL-06 getWorkspaceFolders": /deep.equal/i,
    },
  },
  {
    fault: "lacks a tool and does not say so",
    launch: withoutReviews,
    caughtBy: { "MCP-03 The tools on offer": /Not offered/ },
  },
  {
    fault: "is said to lack a tool and has it",
    launch: memoryLauncher(MemoryEditor, quick),
    cannot: ["executeCode", "openDiff"],
    caughtBy: { "MCP-03 The tools on offer": /Offered, and yet named in `cannot`/ },
  },
  {
    fault: "shares what is withheld",
    launch: indiscreet,
    caughtBy: {
      "A selection and a mention in .env": /A withheld file was told/,
      "A client that comes while a withheld file": /A withheld file was told/,
      "getCurrentSelection and getLatestSelection refuse": /deep.equal/i,
      "getOpenEditors leaves a withheld file out": /A withheld file is listed/,
      "Diagnostics of a withheld file": /were told/,
    },
  },
  {
    fault: "says that it has paused and goes on sharing",
    launch: async (options) => {
      const { hand, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      return { hand: { ...hand, setPaused: () => {} }, stop };
    },
    caughtBy: {
      "While sharing is paused every tool and request": /must answer that sharing is paused/,
      "While sharing is paused no selection": /pointed at while sharing was paused was told/,
      "A pause outlives a restart": /must answer that sharing is paused/,
    },
  },
  {
    fault: "closes reviews when sharing is paused",
    launch: async (options) => {
      const { hand, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const setPaused = (isPaused: boolean) => {
        for (const tabName of hand.pendingReviews()) hand.reject(tabName);
        hand.setPaused(isPaused);
      };
      return { hand: { ...hand, setPaused }, stop };
    },
    caughtBy: { "A review that is open stays while sharing is paused": /deep.equal/i },
  },
  {
    fault: "runs code although sharing is paused",
    launch: async (options) => {
      const launch = memoryLauncher(
        class extends MemoryEditor {
          override runCode = async () => [{ type: "text" as const, text: "ran" }];
          override codeQuestions = { asked: () => {} };
        },
        { ...quick, allowedCode: { has: () => true, set: () => {} } },
      );
      const { hand, stop } = await launch(options);
      return { hand: { ...hand, setPaused: () => {} }, stop };
    },
    cannot: [],
    caughtBy: { "Code that waits for the user's word": /must answer that sharing is paused/ },
  },
  {
    fault: "forgets the pause when its endpoint starts anew",
    launch: async (options) => {
      const { hand, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const restartEndpoint = async () => {
        await hand.restartEndpoint();
        hand.setPaused(false);
      };
      return { hand: { ...hand, restartEndpoint }, stop };
    },
    caughtBy: { "A pause outlives a restart": /must answer that sharing is paused/ },
  },
  {
    fault: "does not heed .tandemignore",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override open(path: string): void {
          rmSync(join(dirname(dirname(path)), ".tandemignore"), { force: true });
          super.open(path);
        }
      },
      quick,
    ),
    caughtBy: { "A file that .tandemignore names": /A withheld file was told/ },
  },
  {
    fault: "finds something in every file",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override open(path: string): void {
          super.open(path);
          const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
          this.setDiagnostics(path, [{ message: "Really?", severity: "Hint", range }]);
        }
      },
      quick,
    ),
    caughtBy: { "A file without diagnostics is listed with none": /deep.equal/i },
  },
  {
    fault: "counts the columns of diagnostics from 1",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override readonly diagnostics = (path: string | undefined): DiagnosticsAnswer => {
          const at = { line: 0, character: 4 };
          const diagnostic = {
            message: "Something is off (0)",
            severity: "Error",
            range: { start: at, end: at },
          } as const;
          return { files: path === undefined ? [] : [{ path, diagnostics: [diagnostic] }], isCurrent: true };
        };
      },
      quick,
    ),
    caughtBy: { "Diagnostics come with message, severity and range": /deep.equal/i },
  },
];

expectAllCaught(["Mentions", "Introduction", "Privacy", "Pausing", "Diagnostics"], brokenEditors, test.concurrent);
