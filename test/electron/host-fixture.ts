/** The host with pages that send any message, over a channel in memory, and a real client. */
import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { editResult, packReview, startReview } from "@tandem-ide/base/review";
import { type Client, connect, discover, targetOf } from "@tandem-ide/client";
import { type Channel, EditorHost, type EditorHostOptions, memoryChannels } from "@tandem-ide/codemirror/host";
import { expect, onTestFinished } from "vitest";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";

/** A host that ends with the test. */
export async function hostFixture(options: Partial<EditorHostOptions> = {}) {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-host-")));
  const [home, folder] = [join(root, "home"), join(root, "project")];
  mkdirSync(home);
  mkdirSync(folder);
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\n");
  const warnings: string[] = [];
  const host = await EditorHost.start({
    name: "Test",
    folders: [folder],
    home,
    env: {},
    log: ({ level, message }) => level === "warn" && warnings.push(message),
    ...options,
  });
  // The last one runs first.
  onTestFinished(() => removeFolder(root));
  onTestFinished(() => host.close());
  const { choice } = await discover({ cwd: folder, home, env: {} });
  if (!choice.editor) throw new Error(choice.reason);
  const client = await connect(targetOf(choice.editor));
  onTestFinished(() => client.close());
  return { host, client, folder, home, file, warnings };
}

export type Message = {
  id?: number;
  method?: string;
  params?: Record<string, unknown>;
  result?: unknown;
  error?: { message: string };
};

/** A page that sends any message. */
export class RawPage {
  readonly heard: Message[] = [];
  readonly channel: Channel;
  #lastId = 98;

  constructor(host: EditorHost, answers: Record<string, (params: Record<string, unknown>) => unknown> = {}) {
    const [hostSide, pageSide] = memoryChannels();
    this.channel = pageSide;
    pageSide.onMessage((message) => {
      const { id, method, params = {} } = message as Message;
      this.heard.push(message as Message);
      const answer = method === undefined ? undefined : answers[method];
      if (answer && id !== undefined) pageSide.send({ jsonrpc: "2.0", id, result: answer(params) });
    });
    host.attach(hostSide);
    onTestFinished(() => pageSide.close());
  }

  tell(method: string, params: unknown): void {
    this.channel.send({ jsonrpc: "2.0", method, params });
  }

  async ask(method: string, params: unknown): Promise<Message> {
    const own = ++this.#lastId;
    const isAnswer = ({ id, method: asked }: Message) => id === own && asked === undefined;
    this.channel.send({ jsonrpc: "2.0", id: own, method, params });
    await eventually(() => expect(this.heard.some(isAnswer)).toBe(true));
    return this.heard.find(isAnswer) ?? {};
  }

  asked(method: string): Message | undefined {
    return this.heard.findLast((message) => message.method === method);
  }
}

export const propose = (client: Client, path: string) => {
  const answer = client.call("openDiff", {
    old_file_path: path,
    new_file_path: path,
    new_file_contents: "two\n",
    tab_name: "a review",
  });
  answer.catch(() => {});
  return answer;
};

export const draftOf = (result: string) => packReview(editResult(startReview("one\n", "two\n"), result));
