/** The editor that the cases share: launched when the first needs it, ended after the last. */
import { RunningEditor, type Settings } from "./running-editor.js";
import { Site } from "./site.js";

export class Stage {
  readonly #settings: Settings;
  #editor: RunningEditor | undefined;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The shared editor. A launch that failed is tried again by the next case, which then tells of the failure itself. */
  async editor(): Promise<RunningEditor> {
    if (this.#editor) return this.#editor;
    const site = await Site.make();
    try {
      this.#editor = await RunningEditor.launch(site, this.#settings);
    } catch (error) {
      await site.remove();
      throw error;
    }
    return this.#editor;
  }

  /** The shared editor, launched anew if it has had a client. */
  async withoutClients(): Promise<RunningEditor> {
    if (this.#editor?.hasHadClients) await this.end();
    return await this.editor();
  }

  async end(): Promise<void> {
    const editor = this.#editor;
    this.#editor = undefined;
    try {
      await editor?.stop();
    } finally {
      await editor?.site.remove();
    }
  }
}
