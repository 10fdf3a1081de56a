/** A working day, again and again: clients come and go, select, mention, propose, decide, abandon. */
import { expect } from "vitest";
import type { Measured } from "./commands.js";
import type { EndpointProcess } from "./endpoint-process.js";
import { opcodes } from "./frames.js";
import { RawClient } from "./raw-client.js";

const maxClients = 5;
/** Of more than a hundred queued ones, the oldest would be dropped. */
const maxUnreceived = 50;

/** The same numbers each time (xorshift). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** A diff whose call is pending. */
interface OpenDiff {
  readonly client: RawClient;
  readonly id: string;
  readonly tabName: string;
}

export class Soak {
  readonly #endpoint: EndpointProcess;
  readonly #random: (below: number) => number;
  readonly #clients: RawClient[] = [];
  #diffs: OpenDiff[] = [];
  /** Mentioned lines that haven't been received yet. */
  readonly #unreceived = new Set<number>();
  #nextLine = 0;
  /** The actions: calls, events, connections. */
  actions = 0;
  /** What is missing, duplicate or out of order. */
  readonly lost: string[] = [];

  constructor(endpoint: EndpointProcess, seed: number) {
    this.#endpoint = endpoint;
    this.#random = randomFrom(seed);
  }

  /** Does a few things that users and clients do. Waits for every response, except those of undecided diffs. */
  async step(): Promise<void> {
    const choices = [
      () => this.#connect(),
      () => this.#leave(),
      () => this.#endpoint.tell({ do: "select" }),
      () => this.#endpoint.tell({ do: "select" }),
      () => this.#mention(),
      () => this.#propose(),
      () => this.#propose(),
      () => this.#decide(),
      () => this.#cancel(),
      () => this.#closeTab(),
      () => this.#call("closeAllDiffTabs", {}),
      () => this.#call("getDiagnostics", {}),
      () => this.#call("getDiagnostics", { uri: `file:///${this.#noFile()}` }),
      () => this.#call("getCurrentSelection", {}),
      () => this.#call("openFile", { filePath: "a.txt", startText: "line" }),
      () => this.#read(),
    ];
    for (let i = 0; i < 5; i++) {
      this.actions++;
      await choices[this.#random(choices.length)]?.();
    }
    await this.#receive();
  }

  #anyone(): RawClient | undefined {
    return this.#clients[this.#random(Math.max(1, this.#clients.length))];
  }

  async #connect(): Promise<void> {
    if (this.#clients.length < maxClients) this.#clients.push(await RawClient.initialize(this.#endpoint));
  }

  async #leave(client = this.#anyone()): Promise<void> {
    if (!client) return;
    await this.#receive();
    this.#clients.splice(this.#clients.indexOf(client), 1);
    this.#diffs = this.#diffs.filter((diff) => diff.client !== client);
    // Queued mentions may be delivered right now, and would be lost with a client that stops reading.
    if (this.#unreceived.size === 0 && this.#random(2) === 0) client.destroy();
    else {
      client.send(Buffer.from([0x80 | opcodes.close, 0x80, 0, 0, 0, 0]));
      await client.whenClosed();
      this.#sort(client);
    }
    // Otherwise the endpoint would keep sending to a client that never reads.
    await this.#until(async () => (await this.#endpoint.tell({ do: "count" })) === this.#clients.length);
  }

  async #mention(): Promise<void> {
    if (this.#unreceived.size >= maxUnreceived) return;
    const line = this.#nextLine++;
    const outcome = (await this.#endpoint.tell({ do: "mention", line })) as { status: string };
    if (outcome.status === "sent" || outcome.status === "queued") this.#unreceived.add(line);
  }

  async #propose(): Promise<void> {
    const client = this.#anyone();
    if (!client || this.#diffs.length > 20) return;
    // Only a few names, so that some are used twice.
    const tabName = `tab ${this.#random(4)}`;
    const older = this.#diffs.find((diff) => diff.client === client && diff.tabName === tabName);
    const id = client.begin("tools/call", {
      name: "openDiff",
      arguments: {
        old_file_path: "a.txt",
        new_file_path: "a.txt",
        new_file_contents: `${this.actions}\n`,
        tab_name: tabName,
      },
      _meta: { progressToken: this.actions },
    });
    if (older) await this.#answered(older, "DIFF_REJECTED");
    this.#diffs.push({ client, id, tabName });
    await client.request("ping");
  }

  async #decide(): Promise<void> {
    const diff = this.#diffs[this.#random(Math.max(1, this.#diffs.length))];
    if (!diff) return;
    const isAccepted = this.#random(2) === 0;
    // Several clients may have a diff with this name. The response shows whose it is.
    const others = this.#diffs.filter((each) => each.tabName === diff.tabName);
    await this.#until(
      async () => (await this.#endpoint.tell({ do: "decide", tabName: diff.tabName, isAccepted })) === true,
    );
    const isAnswered = ({ client, id }: OpenDiff) => client.messages.flat().some((message) => message.id === id);
    await this.#until(async () => {
      await Promise.all(others.map(({ client }) => client.request("ping")));
      return others.some(isAnswered);
    });
    const decided = others.find(isAnswered);
    if (decided) await this.#answered(decided, isAccepted ? "FILE_SAVED" : "DIFF_REJECTED");
  }

  async #answered(diff: OpenDiff, word: string): Promise<void> {
    this.#diffs = this.#diffs.filter((each) => each !== diff);
    const answer = await diff.client.answer(diff.id);
    if (!JSON.stringify(answer.result).includes(word)) this.lost.push(`${word} expected: ${JSON.stringify(answer)}`);
  }

  async #cancel(): Promise<void> {
    const diff = this.#diffs.pop();
    if (!diff) return;
    const params = { requestId: diff.id };
    diff.client.sendText(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
    await diff.client.request("ping");
  }

  async #closeTab(): Promise<void> {
    const diff = this.#diffs[0];
    if (!diff) return;
    await diff.client.request("tools/call", { name: "close_tab", arguments: { tab_name: diff.tabName } });
    await this.#answered(diff, "DIFF_REJECTED");
  }

  async #call(name: string, args: object): Promise<void> {
    const client = this.#anyone();
    if (!client) return;
    const mine = name === "closeAllDiffTabs" ? this.#diffs.filter((diff) => diff.client === client) : [];
    const answer = await client.request("tools/call", { name, arguments: args });
    if (answer.error) this.lost.push(JSON.stringify(answer));
    for (const diff of mine) await this.#answered(diff, "DIFF_REJECTED");
  }

  async #read(): Promise<void> {
    const client = this.#anyone();
    const answer = await client?.request("readFile", { path: "a.txt" });
    if (answer?.error) this.lost.push(JSON.stringify(answer));
    const missing = await client?.request("readFile", { path: this.#noFile() });
    if (missing?.result !== undefined) this.lost.push(JSON.stringify(missing));
  }

  /** A different long name each time, to detect code that keeps requested names. */
  #noFile(): string {
    return `none/${this.actions}/${"x".repeat(200)}/${"y".repeat(200)}`;
  }

  /** Resolves when everything sent so far has been received. */
  async #receive(): Promise<void> {
    for (const client of this.#clients) {
      await client.request("ping");
      this.#sort(client);
    }
  }

  /** Handles notifications: mentions, in order and once; selections; progress. */
  #sort(client: RawClient): void {
    const messages = client.messages.flat();
    let last = -1;
    for (const { method, params } of messages) {
      if (method !== "at_mentioned") continue;
      const line = Number(params?.lineStart);
      if (line <= last) this.lost.push(`mention ${line} after ${last}`);
      last = line;
      this.#unreceived.delete(line);
    }
    const isDiff = (id: unknown) => this.#diffs.some((diff) => diff.client === client && diff.id === id);
    const answers = messages.filter(({ method }) => method === undefined);
    for (const answer of answers)
      if (!isDiff(answer.id)) this.lost.push(`nothing requested: ${JSON.stringify(answer)}`);
    client.messages.splice(0, client.messages.length, ...answers.filter(({ id }) => isDiff(id)));
  }

  async #until(isTrue: () => Promise<boolean>): Promise<void> {
    await expect.poll(isTrue, { timeout: 20_000, interval: 2 }).toBe(true);
  }

  /** Disconnects all clients once all mentions are delivered, and measures what remains. `pass` advances the time. */
  async rest(pass: () => Promise<void>): Promise<Measured & { busySocketListeners: number }> {
    await this.#connect();
    await pass();
    await this.#receive();
    while (this.#diffs.length > 0) await this.#closeTab();
    const { maxSocketListeners } = await this.#endpoint.measure();
    while (this.#clients.length > 0) await this.#leave();
    for (const line of this.#unreceived) this.lost.push(`mention ${line} never came`);
    this.#unreceived.clear();
    await pass();
    // No client writes what was accepted, so the endpoint looks for the files as long as it may.
    while ((await this.#endpoint.measure()).unsettled > 0) await pass();
    return { ...(await this.#endpoint.measure()), busySocketListeners: maxSocketListeners };
  }
}
