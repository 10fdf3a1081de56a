/**
 * The editor that the cases share: launched for the first case, stopped after the last. A case that fails, or that the
 * runner gives up on, doesn't give it back, and the next case gets a new one. So one failure doesn't cause others.
 */
import { Fixture } from "./fixture.js";
import { RunningEditor, type Settings } from "./running-editor.js";

export class SharedEditor {
  readonly #settings: Settings;
  #editor: RunningEditor | undefined;
  #isLent = false;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Lends the editor to a case. If the launch fails, the next case tries again and reports the failure itself. */
  async lend(): Promise<RunningEditor> {
    // The case that has it reports its own failure, so whether it stops doesn't matter.
    if (this.#isLent) await this.stop().catch(() => {});
    this.#isLent = true;
    return await this.#launched();
  }

  /** Takes the editor back from a case that has passed, unless another case has a newer one by now. */
  giveBack(editor: RunningEditor): void {
    if (editor === this.#editor) this.#isLent = false;
  }

  async #launched(): Promise<RunningEditor> {
    if (this.#editor) return this.#editor;
    const fixture = await Fixture.make();
    try {
      this.#editor = await RunningEditor.launch(fixture, this.#settings);
    } catch (error) {
      await fixture.remove();
      throw error;
    }
    return this.#editor;
  }

  /** Returns the lent editor, relaunched if it has had a client. */
  async withoutClients(): Promise<RunningEditor> {
    if (this.#editor?.hasHadClients) await this.stop();
    return await this.#launched();
  }

  async stop(): Promise<void> {
    const editor = this.#editor;
    this.#editor = undefined;
    try {
      await editor?.stop();
    } finally {
      await editor?.fixture.remove();
    }
  }
}
