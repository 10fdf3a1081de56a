/** The cases about mentions, introduction, privacy and diagnostics catch broken editors. All editors here are stand-ins. */
import { rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { DiagnosticsAnswer } from "@tandem-ide/base";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { memoryLauncher } from "@tandem-ide/memory-editor/testing";
import type { Mention, MentionOutcome } from "@tandem-ide/server";
import { test } from "vitest";
import type { TestEditorOptions } from "./options.js";
import { type BrokenEditor, expectAllCaught } from "./testing/broken-editor.js";
import { tampered } from "./testing/tamper.js";

const quick = { readyDelayMs: 20 };
const outcome: MentionOutcome = { status: "queued" };

/** An editor whose mentions go through `mention`. */
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

/** An editor that overrides the built-in rule for `.env`. */
const sharingHiddenFiles = memoryLauncher(MemoryEditor, { ...quick, hiddenFiles: ["!.env*"] });

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
    fault: "loses mentions from before the first client",
    launch: tampered(memoryLauncher(MemoryEditor, quick), {
      fromEditor: (message) => (/"at_mentioned".*(first|second|third)\.txt/.test(message) ? undefined : message),
    }),
    caughtBy: {
      "NOT-02 Mentions before the first client are queued and delivered in order": /didn't receive the mention/,
    },
  },
  {
    fault: "adds lines to mentions of files and folders",
    launch: mentioning((mention, really) => really({ lines: { start: 0, end: 0 }, ...mention })),
    caughtBy: {
      "NOT-02 A file mention has the absolute path and no lines": /deep.equal/i,
      "NOT-02 A folder can be mentioned": /A folder must not have lines/,
    },
  },
  {
    fault: "counts mentioned lines from 1",
    launch: mentioning(({ lines, ...rest }, really) =>
      really(lines ? { ...rest, lines: { start: lines.start + 1, end: lines.end + 1 } } : rest),
    ),
    caughtBy: { "NOT-02 The lines of a mention are counted from 0 and include both ends": /deep.equal/i },
  },
  {
    fault: "encodes mentioned paths",
    launch: mentioning((mention, really) => really({ ...mention, path: encodeURI(mention.path) })),
    caughtBy: { "NOT-02 A path with spaces and special characters is mentioned unchanged": /%20/ },
  },
  {
    fault: "only mentions files",
    launch: mentioning((mention, really) => (statSync(mention.path).isFile() ? really(mention) : outcome)),
    caughtBy: { "NOT-02 A folder can be mentioned": /didn't receive the mention/ },
  },
  {
    fault: "sends mentions out of order",
    launch: mentioning((mention, really) => {
      if (mentions++ % 2 === 0) setTimeout(() => really(mention), 30);
      else really(mention);
      return outcome;
    }),
    caughtBy: { "NOT-02 Mentions arrive in order": /deep.equal/i },
  },
  {
    fault: "opens no folder",
    launch: (options) => memoryLauncher(MemoryEditor, quick)({ ...options, folders: [] }),
    caughtBy: {
      "LCK-06 A client that is started in the folder finds the editor by its lock": /Clients can't find the editor/,
    },
  },
  {
    fault: "opens additional folders",
    launch: (options) => memoryLauncher(MemoryEditor, quick)({ ...options, folders: [...options.folders, "/"] }),
    caughtBy: {
      "LCK-06 A client that is started in the folder finds the editor by its lock": /folders in the lock/,
      "TOOL-06 getWorkspaceFolders returns the open folder's name, URI and path": /deep.equal/i,
    },
  },
  {
    fault: "lacks an undeclared tool",
    launch: withoutReviews,
    caughtBy: { "MCP-03 The editor offers exactly the tools it is declared to support": /Missing tools/ },
  },
  {
    fault: "has a tool that `cannot` lists",
    launch: memoryLauncher(MemoryEditor, quick),
    cannot: ["executeCode", "openDiff"],
    caughtBy: {
      "MCP-03 The editor offers exactly the tools it is declared to support":
        /Tools that exist although `cannot` lists them/,
    },
  },
  {
    fault: "shares hidden files",
    launch: sharingHiddenFiles,
    caughtBy: {
      "PRV-01 Selections and mentions in .env don't reach clients": /A hidden file was shared/,
      "PRV-01 A client that connects while a hidden file is active doesn't get its selection":
        /A hidden file was shared/,
      "PRV-01 getCurrentSelection and getLatestSelection refuse in a hidden file with the reason": /deep.equal/i,
      "PRV-01 getOpenEditors omits hidden files": /A hidden file is listed/,
      "PRV-01 Diagnostics of a hidden file aren't shared": /were shared/,
    },
  },
  {
    fault: "keeps sharing when it is paused",
    launch: async (options) => {
      const { driver, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      return { driver: { ...driver, setPaused: () => {} }, stop };
    },
    caughtBy: {
      "PRV-01 While sharing is paused, every tool and request says so": /must say that sharing is paused/,
      "PRV-01 While sharing is paused, selections and mentions aren't sent": /made during the pause was sent/,
      "PRV-01 A pause survives a restart of the endpoint": /must say that sharing is paused/,
    },
  },
  {
    fault: "closes reviews when sharing is paused",
    launch: async (options) => {
      const { driver, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const setPaused = (isPaused: boolean) => {
        for (const tabName of driver.pendingReviews()) driver.reject(tabName);
        driver.setPaused(isPaused);
      };
      return { driver: { ...driver, setPaused }, stop };
    },
    caughtBy: { "PRV-01 A pending review stays open while sharing is paused, and its decision is sent": /deep.equal/i },
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
      const { driver, stop } = await launch(options);
      return { driver: { ...driver, setPaused: () => {} }, stop };
    },
    cannot: [],
    caughtBy: { "PRV-01 Code that awaits approval doesn't run after a pause": /must say that sharing is paused/ },
  },
  {
    fault: "forgets the pause when its endpoint restarts",
    launch: async (options) => {
      const { driver, stop } = await memoryLauncher(MemoryEditor, quick)(options);
      const restartEndpoint = async () => {
        await driver.restartEndpoint();
        driver.setPaused(false);
      };
      return { driver: { ...driver, restartEndpoint }, stop };
    },
    caughtBy: { "PRV-01 A pause survives a restart of the endpoint": /must say that sharing is paused/ },
  },
  {
    fault: "ignores .tandemignore",
    launch: memoryLauncher(
      class extends MemoryEditor {
        override open(path: string): void {
          rmSync(join(dirname(dirname(path)), ".tandemignore"), { force: true });
          super.open(path);
        }
      },
      quick,
    ),
    caughtBy: { "PRV-01 A file listed in .tandemignore doesn't reach clients": /A hidden file was shared/ },
  },
  {
    fault: "reports a diagnostic in every file",
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
    caughtBy: {
      "TOOL-07 A clean file is listed without diagnostics, in time and with the requested URI": /deep.equal/i,
    },
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
    caughtBy: {
      "TOOL-07 Diagnostics have message, severity and range in UTF-16 units, for one file and for all": /deep.equal/i,
    },
  },
];

expectAllCaught(["Mentions", "Introduction", "Privacy", "Pausing", "Diagnostics"], brokenEditors, test.concurrent);
