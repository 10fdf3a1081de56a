/** What the user can do with unsaved text from an earlier run of Tandem. */
import type { DraftResults, OfferedDraft } from "../../messages-drafts.js";
import type { ActionParts } from "./action-parts.js";

export class DraftActions {
  readonly #parts: ActionParts;

  constructor(parts: ActionParts) {
    this.#parts = parts;
  }

  /** Opens the file with the draft as unsaved changes. */
  async restore({ id }: OfferedDraft): Promise<void> {
    const { connection, layout, toasts } = this.#parts;
    await toasts.attempt(async () => {
      const { tab } = await connection.request("draft.restore", { draft: id });
      layout.bring(tab, true);
    });
  }

  /** Compares the draft with the file on disk. */
  show(draft: OfferedDraft): void {
    this.#parts.store.dialog.value = { kind: "draft", draft };
  }

  async texts({ id }: OfferedDraft): Promise<DraftResults["draft.texts"]> {
    return await this.#parts.connection.request("draft.texts", { draft: id });
  }

  /** Asks first, because this can't be undone. */
  discard({ id, label }: OfferedDraft): void {
    const { connection, store, toasts } = this.#parts;
    store.dialog.value = {
      kind: "confirm",
      title: `Discard unsaved changes to ${label}?`,
      text: "The file on disk doesn't change. You can't undo this.",
      button: "Discard",
      run: () => void toasts.attempt(() => connection.request("draft.discard", { draft: id })),
    };
  }
}
