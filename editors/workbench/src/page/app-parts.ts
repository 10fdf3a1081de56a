/** The parts of the page, as components and commands use them. */
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { ActionParts } from "./actions/action-parts.js";
import type { DraftActions } from "./actions/draft-actions.js";
import type { FileActions } from "./actions/file-actions.js";
import type { ReviewActions } from "./actions/review-actions.js";
import type { SharingActions } from "./actions/sharing-actions.js";
import type { ChangeActions } from "./changes/change-actions.js";
import type { ChangeList } from "./changes/change-list.js";
import type { FileMarks } from "./changes/file-marks.js";
import type { Command } from "./commands/command.js";
import type { Preferences } from "./core/preferences.js";
import type { SelectionReporter } from "./documents/selection-reporter.js";
import type { Language } from "./language/language.js";
import type { Tree } from "./tree/tree.js";

export interface AppParts extends ActionParts {
  readonly preferences: Preferences;
  readonly tree: Tree;
  readonly files: FileActions;
  readonly reviews: ReviewActions;
  readonly changes: ChangeActions;
  readonly changeList: ChangeList;
  readonly fileMarks: FileMarks;
  readonly drafts: DraftActions;
  readonly sharing: SharingActions;
  readonly selections: SelectionReporter;
  readonly language: Language;
  /** For style elements created by scripts. */
  readonly nonce: string;
}

export interface App extends AppParts {
  readonly commands: readonly Command[];
}

/** Provided by `main.tsx`. */
export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp needs an AppContext.Provider above the component.");
  return app;
}
