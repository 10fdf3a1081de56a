/** A temporary home and workspace for scenarios, optionally with one editor that they share. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../remove-folder.js";
import type { Integration, RunningIntegration } from "./integration.js";

export class Sandbox implements AsyncDisposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  readonly home = join(this.root, "home");
  readonly workspace = join(this.root, "project");
  #sharedEditor: RunningIntegration | undefined;
  #folders = 0;

  private constructor() {
    mkdirSync(this.home);
    mkdirSync(this.workspace);
  }

  static create(): Sandbox {
    return new Sandbox();
  }

  /** Creates a sandbox with a shared editor. Each scenario uses a different folder. */
  static async withEditor(integration: Integration): Promise<Sandbox> {
    const sandbox = new Sandbox();
    try {
      sandbox.#sharedEditor = await integration.launch({ folder: sandbox.workspace, home: sandbox.home });
    } catch (error) {
      await sandbox[Symbol.asyncDispose]();
      throw error;
    }
    return sandbox;
  }

  get sharedEditor(): RunningIntegration | undefined {
    return this.#sharedEditor;
  }

  /** Returns the folder for the next scenario. */
  nextFolder(): string {
    if (!this.#sharedEditor) return this.workspace;
    const folder = join(this.workspace, `scenario-${++this.#folders}`);
    mkdirSync(folder);
    return folder;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#sharedEditor?.stop();
    await removeFolder(this.root);
  }
}
