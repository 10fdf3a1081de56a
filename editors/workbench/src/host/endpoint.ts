/** The endpoint of the workbench. It can be started anew in a living workbench, at the same address (CON-09). */
import { createIde, type Editor, type Ide, type IdeOptions, type IdeStatus } from "@tandem/server";

export class Endpoint {
  readonly #editor: Editor;
  readonly #options: IdeOptions | undefined;
  readonly #listeners = new Set<(status: IdeStatus) => void>();
  #ide: Ide;
  #restarting: Promise<void> | undefined;
  #isClosed = false;

  private constructor(editor: Editor, options: IdeOptions | undefined, ide: Ide) {
    this.#editor = editor;
    this.#options = options;
    this.#ide = ide;
    this.#listen();
  }

  static async open(editor: Editor, options: IdeOptions | undefined): Promise<Endpoint> {
    return new Endpoint(editor, options, await createIde(editor, options));
  }

  /** The one that runs now; after a restart another. */
  get ide(): Ide {
    return this.#ide;
  }

  /** Calls `listener` after each change of the status, also after a restart; the function that is returned ends it. */
  onStatusChanged(listener: (status: IdeStatus) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Ends every connection and begins anew with the same port and token: clients dial those again by themselves. */
  async restart(): Promise<void> {
    if (this.#isClosed) throw new Error("The workbench is closing");
    this.#restarting ??= this.#startAnew().finally(() => {
      this.#restarting = undefined;
    });
    await this.#restarting;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#restarting?.catch(() => {});
    await this.#ide.close();
  }

  async #startAnew(): Promise<void> {
    const { port, authToken } = this.#ide;
    const { isPaused } = this.#ide.status;
    await this.#ide.close();
    // Paused from its first moment, since clients dial as soon as somebody listens.
    this.#ide = await createIde(this.#editor, { ...this.#options, port, authToken, paused: isPaused });
    this.#listen();
    this.#tell(this.#ide.status);
  }

  #listen(): void {
    this.#ide.onStatusChanged((status) => this.#tell(status));
  }

  #tell(status: IdeStatus): void {
    for (const listener of this.#listeners) listener(status);
  }
}
