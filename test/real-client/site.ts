/** Where scenarios take place: a home and a workspace of their own; and one editor on it, when scenarios share it. */
import { mkdirSync, mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeFolder } from "../remove-folder.js";
import type { Row, RunningRow } from "./row.js";

export class Site implements AsyncDisposable {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-real-")));
  readonly home = join(this.root, "home");
  readonly workspace = join(this.root, "project");
  #sharedEditor: RunningRow | undefined;
  #folders = 0;

  private constructor() {
    mkdirSync(this.home);
    mkdirSync(this.workspace);
  }

  static make(): Site {
    return new Site();
  }

  /** With an editor that all scenarios use, each in a folder of its own. */
  static async withEditor(row: Row): Promise<Site> {
    const site = new Site();
    try {
      site.#sharedEditor = await row.launch({ folder: site.workspace, home: site.home });
    } catch (error) {
      await site[Symbol.asyncDispose]();
      throw error;
    }
    return site;
  }

  get sharedEditor(): RunningRow | undefined {
    return this.#sharedEditor;
  }

  /** The folder of the next scenario. */
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
