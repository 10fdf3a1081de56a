/** What a user does with text that an earlier run of Tandem kept. */
import type { OfferedDraft } from "../../messages-drafts.js";
import type { Connection } from "../core/connection.js";
import type { Store } from "../core/store.js";
import type { Toasts } from "../core/toasts.js";
import type { Layout } from "../layout/layout.js";

/** What these need. */
export interface DraftActionsParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly toasts: Toasts;
  readonly layout: Layout;
}

/** Restoring, comparing, copying, discarding. */
export class DraftActions {
  readonly #parts: DraftActionsParts;

  constructor(parts: DraftActionsParts) {
    this.#parts = parts;
  }

  /** Opens the file with it, unsaved. */
  async restore({ id }: OfferedDraft): Promise<void> {
    const { connection, layout, toasts } = this.#parts;
    try {
      const { tab } = await connection.request("draft.restore", { draft: id });
      layout.bring(tab, true);
    } catch (error) {
      toasts.showError(error);
    }
  }

  /** Shows it beside what is on disk. */
  show(draft: OfferedDraft): void {
    this.#parts.store.dialog.value = { kind: "draft", draft };
  }

  /** Rejects with words for people. */
  async texts({ id }: OfferedDraft): Promise<{ readonly text: string; readonly onDisk?: string | undefined }> {
    return await this.#parts.connection.request("draft.texts", { draft: id });
  }

  /** Asks first: nothing brings it back. */
  discard({ id, label }: OfferedDraft): void {
    const { connection, store, toasts } = this.#parts;
    store.dialog.value = {
      kind: "confirm",
      title: `Discard the unsaved text of ${label}?`,
      text: "The file stays as it is. The text cannot be brought back.",
      button: "Discard",
      run: () =>
        void connection.request("draft.discard", { draft: id }).catch((error: unknown) => toasts.showError(error)),
    };
  }
}
