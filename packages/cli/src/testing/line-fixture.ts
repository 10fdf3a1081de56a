/** A running workbench with its line commands, for one test. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, connect } from "@tandem-ide/client";
import type { DiffAnswer } from "@tandem-ide/protocol";
import type { Endpoint } from "@tandem-ide/server";
import { type CodeKernel, createWorkbench, type RunningWorkbench } from "@tandem-ide/workbench";
import { createColors } from "picocolors";
import { expect, onTestFinished } from "vitest";
import { shorten as shortenPath } from "../paths.js";
import { runLine } from "../prompt/run-line.js";
import type { ServeEvent } from "../serve/events.js";
import { addShownNumber, lineCommands, type ServeContext } from "../serve/line-commands.js";
import { PendingCode } from "../serve/pending-code.js";
import { PendingReviews } from "../serve/pending-reviews.js";

/** A stand-in for a kernel that answers with the code. */
const kernel: CodeKernel = {
  status: "idle",
  onStatusChanged: () => () => {},
  run: async (code) => ({
    isOk: true,
    executionCount: 1,
    outputs: [],
    answer: [{ type: "text", text: `ran ${code}` }],
  }),
  interrupt: async () => {},
  restart: async () => {},
};

export interface LineFixture {
  /** The workspace folder, with a.txt and .env. */
  readonly folder: string;
  readonly running: RunningWorkbench;
  readonly endpoint: Endpoint;
  readonly context: ServeContext;
  /** What the command reported. */
  readonly events: ServeEvent[];
  /** How many times quit was typed. */
  quits: number;
  /** Whether a user can answer at the prompt. */
  isAtPrompt: boolean;
  /** Types a line, and resolves to what is printed. */
  say(line: string): Promise<string>;
  connect(onNotification?: (method: string, params: unknown) => void): Promise<Client>;
  /** Proposes new content for a.txt. `count` polls the number of pending reviews. */
  propose(
    client: Client,
    tab: string,
    text: string,
  ): { readonly answer: Promise<DiffAnswer>; readonly count: ReturnType<typeof expect.poll<number>> };
}

export async function lineFixture(): Promise<LineFixture> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-cli-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "a.txt"), "one\ntwo\n\nfour\n");
  writeFileSync(join(folder, ".env"), "SECRET=1\n");
  mkdirSync(join(folder, "page"));
  writeFileSync(join(folder, "page", "index.html"), "<!doctype html>");
  const shorten = (path: string) => shortenPath(path, [folder]);
  const events: ServeEvent[] = [];
  const reviews = new PendingReviews((event) => events.push(event), shorten);
  const code = new PendingCode((event) => events.push(event));
  const running = await createWorkbench({
    folders: [folder],
    pageFolder: join(folder, "page"),
    endpoint: { configDir: join(folder, "config"), env: {}, home: folder, readyDelayMs: 0 },
    onReview: reviews,
    codeRunner: { forWorkspace: async () => kernel, forNotebook: async () => kernel, closeNotebook: async () => {} },
    code: { asked: code.asked, answered: code.answered, canAnswer: () => fixture.isAtPrompt },
  });
  onTestFinished(() => running.close());
  const { editor, endpoint, workbench } = running;
  const context: ServeContext = {
    ...{ workbench, editor, endpoint, reviews, code, shorten },
    cwd: folder,
    colors: createColors(false),
    openPage: async () => ["The page is open."],
    restartEndpoint: () => running.restartEndpoint(),
    quit: () => void fixture.quits++,
  };
  const fixture: LineFixture = {
    ...{ folder, running, endpoint, context, events },
    quits: 0,
    isAtPrompt: true,
    say: async (line) => (await runLine(addShownNumber(line, context), context, lineCommands)).join("\n"),
    async connect(onNotification = () => {}) {
      const client = await connect({ port: endpoint.port, authToken: endpoint.authToken }, { onNotification });
      onTestFinished(() => client.close());
      return client;
    },
    propose(client, tab, text) {
      const path = join(folder, "a.txt");
      const args = { old_file_path: path, new_file_path: path, new_file_contents: text, tab_name: tab };
      return { answer: client.call("openDiff", args), count: expect.poll(() => context.reviews.all.length) };
    },
  };
  return fixture;
}
