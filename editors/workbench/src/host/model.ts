/** What windows are told of everything small, put together. */
import { basename, sep } from "node:path";
import { languageIdOf } from "@tandem/codemirror/languages";
import type { Ide, Withheld } from "@tandem/server";
import type { Model, Tab } from "../messages.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { TabState } from "./tabs.js";
import type { Workbench } from "./workbench.js";

/** Why clients do not see a file, for people. */
export function explainWithheld({ source, rule }: Withheld): string {
  const named = rule === undefined ? "" : `“${rule}”`;
  if (source === "built-in") return `Tandem's built-in rule ${named} withholds it`;
  if (source === "settings") return `your rule ${named} withholds it`;
  if (source === "pause") return "sharing is paused";
  if (source === "editor") return "this editor withholds it";
  return `the rule ${named} in ${basename(source)} withholds it`;
}

function tabOf(state: TabState, workbench: Workbench, ide: Ide | undefined): Tab | undefined {
  const { id, path, group } = state;
  const label = basename(path);
  if (state.kind === "review") {
    const review = workbench.reviews.get(state.review);
    return review && { id, kind: "review", path, label, group, review: review.facts };
  }
  const document = workbench.documents.get(path);
  const withheld = ide?.whyWithheld(path);
  return {
    id,
    kind: "file",
    path,
    label,
    group,
    isPinned: state.isPinned,
    isPreview: state.isPreview,
    isDirty: document?.isDirty ?? false,
    isChangedOnDisk: document?.isChangedOnDisk ?? false,
    isDeleted: document?.isDeleted ?? false,
    languageId: languageIdOf(path),
    ...(withheld && { withheld: explainWithheld(withheld) }),
  };
}

export interface ModelSources {
  readonly workbench: Workbench;
  /** Undefined until the endpoint runs. */
  readonly ide: Ide | undefined;
  readonly command: string;
  readonly hasTerminal: boolean;
  readonly notebooks: Notebooks | undefined;
  readonly language: Model["language"];
}

export function buildModel({ workbench, ide, command, hasTerminal, notebooks, language }: ModelSources): Model {
  const status = ide?.status;
  return {
    name: workbench.name,
    folders: workbench.folders.map((path) => ({ path, name: basename(path) || path })),
    tabs: workbench.tabs.all.map((tab) => tabOf(tab, workbench, ide)).filter((tab) => tab !== undefined),
    clients: status?.clients ?? [],
    queuedMentions: status?.queuedMentions ?? 0,
    isPaused: status?.isPaused ?? false,
    ...(status?.lastShared !== undefined && { lastShared: status.lastShared }),
    codeToRun: workbench.permissions.waiting,
    isCodeAllowed: workbench.permissions.isAllowed,
    ...(notebooks && { kernels: notebooks.kernels }),
    drafts: workbench.drafts.offered.map((draft) => ({ ...draft, label: basename(draft.path) })),
    command,
    hasTerminal,
    separator: sep,
    ...(language && { language }),
  };
}
