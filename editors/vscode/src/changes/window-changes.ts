/** Changes on disk in this window: loads the recorder and its views when they are needed, and turns them on and off. */
import { readFile } from "node:fs/promises";
import type { LogSink } from "@tandem-ide/base";
import { RecorderSwitch } from "@tandem-ide/changes/switch";
import type { ChangeObserver } from "@tandem-ide/server";
import * as vscode from "vscode";
import type { ClosingTabs } from "../editor/closing-tabs.js";
import { changeCommands } from "./change-command-names.js";
import { ChangeFiles, type ReadText } from "./change-files.js";
import { type ChangeText, changeScheme } from "./change-uri.js";
import type { ShownChanges } from "./changes-part.js";

type ChangesPart = typeof import("./changes-part.js");

export interface WindowChangesOptions {
  readonly loadPart: () => Promise<ChangesPart>;
  readonly closing: ClosingTabs;
  readonly isEnabled: () => boolean;
  readonly folders: () => readonly string[];
  readonly memory: vscode.Memento;
  readonly log: LogSink;
  readonly failed: (message: string) => void;
}

export class WindowChanges implements vscode.Disposable {
  readonly #options: WindowChangesOptions;
  readonly #switch = new RecorderSwitch(() => this.restart());
  readonly #files = new ChangeFiles((text) => this.#read(text));
  readonly #registered = vscode.Disposable.from(
    vscode.workspace.registerFileSystemProvider(changeScheme, this.#files, { isCaseSensitive: true, isReadonly: true }),
    ...changeCommands.map((name) =>
      vscode.commands.registerCommand(`tandem.${name}`, async (...args) => {
        await this.#loaded;
        return this.#shown?.run(name, args);
      }),
    ),
  );
  #shown: ShownChanges | undefined;
  #isClosed = false;
  /** Diffs that VS Code restores wait for this. */
  readonly #loaded: Promise<void>;
  #endLoading: () => void = () => {};
  /** One step after the other: loading, closing. */
  #steps: Promise<void> = Promise.resolve();

  constructor(options: WindowChangesOptions) {
    this.#options = options;
    this.#loaded = new Promise((resolve) => {
      this.#endLoading = resolve;
    });
  }

  /** The endpoint reports to this. */
  get observer(): ChangeObserver {
    return this.#switch;
  }

  /** Starts again, with the current settings. */
  restart(): void {
    const { isEnabled, failed } = this.#options;
    const prepare = () => (isEnabled() ? this.#switch.expect() : this.#switch.disconnect());
    prepare();
    void this.#then(async () => {
      // An earlier step may have connected a recorder, or failed, or the setting may have changed again.
      prepare();
      await this.#close();
      if (isEnabled() && this.#switch.isAttached && !this.#isClosed) await this.#open();
    })
      .catch((error) => {
        this.#switch.disconnect();
        failed(`Changes on disk can't be recorded: ${error}`);
      })
      .finally(this.#endLoading);
  }

  /** Stops recording until the next endpoint is created. */
  async stop(): Promise<void> {
    this.#switch.disconnect();
    await this.#then(() => this.#close());
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endLoading();
    await this.stop();
  }

  dispose(): void {
    this.#registered.dispose();
  }

  async #open(): Promise<void> {
    const { loadPart, closing, folders, memory, log } = this.#options;
    const part = await loadPart();
    const textsChanged = (uris: readonly vscode.Uri[]) => this.#files.changed(uris);
    this.#shown = new part.ShownChanges({ closing, folders, memory, log, textsChanged });
    this.#switch.connect(this.#shown.observer);
  }

  async #close(): Promise<void> {
    const shown = this.#shown;
    this.#shown = undefined;
    await shown?.close();
  }

  async #read(text: ChangeText): Promise<ReadText> {
    await this.#loaded;
    if (this.#shown) return await this.#shown.read(text);
    // A diff from before recording was turned off shows no difference.
    return { bytes: await readFile(text.path).catch(() => new Uint8Array()), changedAt: Date.now() };
  }

  #then(step: () => Promise<void>): Promise<void> {
    const result = this.#steps.then(step, step);
    this.#steps = result;
    return result;
  }
}
