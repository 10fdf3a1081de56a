/** A launched editor, and the clients that the suite connects to it. */
import { AssertionError } from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Client, type ConnectOptions, connect, discover, type FoundEditor, targetOf } from "@tandem/client";
import { completeHand, type Hand } from "./hand.js";
import { Inbox } from "./inbox.js";
import type { Ability, LaunchedEditor, TestEditorOptions } from "./options.js";
import type { Site } from "./site.js";
import { eventually } from "./wait.js";

/** A connected client, what it was told, and how the editor broke the protocol towards it. */
export interface Participant {
  readonly client: Client;
  readonly inbox: Inbox;
  readonly violations: string[];
}

/** What the suite sets for all of its launches. */
export interface Settings {
  readonly launch: TestEditorOptions["launch"];
  readonly cannot: readonly Ability[];
  readonly patienceMs: number;
}

const connectMs = 5000;

/** A verb may take longer than an event: it may have to wait for the editor to go. */
const verbPatience = 2;

export class RunningEditor {
  readonly site: Site;
  readonly hand: Required<Hand>;
  readonly #launched: LaunchedEditor;
  readonly #patienceMs: number;
  #listener: Participant | undefined;
  #hasHadClients = false;

  private constructor(site: Site, launched: LaunchedEditor, patienceMs: number) {
    this.site = site;
    this.hand = completeHand(launched.hand, verbPatience * patienceMs);
    this.#launched = launched;
    this.#patienceMs = patienceMs;
  }

  static async launch(site: Site, settings: Settings): Promise<RunningEditor> {
    const { folders, configDir, home } = site;
    return new RunningEditor(site, await settings.launch({ folders, configDir, home }), settings.patienceMs);
  }

  /** True once a client was connected, whether it still is or not. */
  get hasHadClients(): boolean {
    return this.#hasHadClients;
  }

  /** The editor as Claude Code, started in `cwd`, finds it by itself. */
  async find(cwd: string = this.site.folder): Promise<FoundEditor> {
    const { configDir, home } = this.site;
    return await eventually(this.#patienceMs, async () => {
      // No environment: the terminal that the tests run in must not decide.
      const { choice } = await discover({ cwd, configDir, home, env: {} });
      if (choice.editor) return choice.editor;
      throw new AssertionError({
        message: `No client finds the editor. ${choice.reason} Its lock belongs into ${configDir}/ide: is CLAUDE_CONFIG_DIR set for it?`,
      });
    });
  }

  /** Connects as Claude Code does. Whoever calls this closes the client. */
  async connect(options: ConnectOptions = {}): Promise<Participant> {
    const inbox = new Inbox(this.#patienceMs);
    const violations: string[] = [];
    this.#hasHadClients = true;
    const client = await connect(targetOf(await this.find()), {
      // Connecting is not what is judged, and a busy machine takes its time.
      timeoutMs: Math.max(this.#patienceMs, connectMs),
      requestTimeoutMs: this.#patienceMs,
      onNotification: inbox.take,
      onViolation: ({ message }) => violations.push(message),
      ...options,
    });
    return { client, inbox, violations };
  }

  /** Connects and waits until notifications come. Whoever calls this closes the client. */
  async connectListening(): Promise<Participant> {
    // The file in front is told to every client that begins to listen (NOT-05): that is how the suite knows that it has.
    const anchor = join(this.site.folder, "anchor.txt");
    await writeFile(anchor, "Something to be in front.\n");
    await this.hand.openFile(anchor);
    const participant = await this.connect();
    try {
      await participant.inbox.file(anchor);
    } catch (error) {
      await participant.client.close();
      throw error;
    }
    return participant;
  }

  /** A client that listens and that the cases share, since a client needs half a second to begin. */
  async listener(): Promise<Participant> {
    if (this.#listener?.client.state.status !== "connected") this.#listener = await this.connectListening();
    return this.#listener;
  }

  async stop(): Promise<void> {
    await this.#listener?.client.close();
    await this.#launched.stop();
  }
}
