/** What most parts of the page need. */
import type { Connection } from "./connection.js";
import type { Store } from "./store.js";
import type { Toasts } from "./toasts.js";

export interface CoreParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly toasts: Toasts;
}
