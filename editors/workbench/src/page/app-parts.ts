/** The parts that the page is made of, as components and commands get them. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { DraftActions } from "./actions/draft-actions.js";
import type { FileActions } from "./actions/file-actions.js";
import type { ReviewActions } from "./actions/review-actions.js";
import type { SharingActions } from "./actions/sharing-actions.js";
import type { Command } from "./commands/command.js";
import type { Connection } from "./core/connection.js";
import type { Preferences } from "./core/preferences.js";
import type { Store } from "./core/store.js";
import type { Toasts } from "./core/toasts.js";
import type { Documents } from "./documents/documents.js";
import type { SelectionReporter } from "./documents/selection-reporter.js";
import type { Language } from "./language/language.js";
import type { Layout } from "./layout/layout.js";
import type { Panes } from "./panes/panes.js";
import type { Tree } from "./tree/tree.js";

/** All but the commands, which are made of these. */
export interface AppParts {
  readonly connection: Connection;
  readonly store: Store;
  readonly preferences: Preferences;
  readonly toasts: Toasts;
  readonly documents: Documents;
  readonly panes: Panes;
  readonly layout: Layout;
  readonly tree: Tree;
  readonly files: FileActions;
  readonly reviews: ReviewActions;
  readonly drafts: DraftActions;
  readonly sharing: SharingActions;
  readonly selections: SelectionReporter;
  readonly language: Language;
  /** For style elements that are made by script. */
  readonly nonce: string;
}

/** All of it. */
export interface App extends AppParts {
  /** Everything that can be done by name or by key. */
  readonly commands: readonly Command[];
}

/** Given to all components by `main.tsx`. */
export const AppContext = createContext<App | undefined>(undefined);

/** The parts, in a component. */
export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("A component was rendered outside of the page's AppContext.");
  return app;
}
