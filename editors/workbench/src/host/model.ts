/** What windows are told of everything small, put together. */
import { basename, sep } from "node:path";
import { languageIdOf } from "@tandem/codemirror/languages";
import type { Endpoint, Withheld } from "@tandem/server";
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

function tabOf(state: TabState, workbench: Workbench, endpoint: Endpoint): Tab | undefined {
  const { id, path, group } = state;
  const label = basename(path);
  if (state.kind === "review") {
    const review = workbench.reviews.get(state.review);
    return review && { id, kind: "review", path, label, group, review: review.facts };
  }
  const document = workbench.documents.get(path);
  const withheld = endpoint.whyWithheld(path);
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
  readonly endpoint: Endpoint;
  readonly command: string;
  readonly hasTerminal: boolean;
  readonly notebooks: Notebooks | undefined;
  readonly language: Model["language"];
}

export function buildModel({ workbench, endpoint, command, hasTerminal, notebooks, language }: ModelSources): Model {
  const { status, code } = endpoint;
  return {
    name: workbench.name,
    folders: workbench.folders.map((path) => ({ path, name: basename(path) || path })),
    tabs: workbench.tabs.all.map((tab) => tabOf(tab, workbench, endpoint)).filter((tab) => tab !== undefined),
    clients: status.clients,
    queuedMentions: status.queuedMentions,
    isPaused: status.isPaused,
    ...(status.lastShared !== undefined && { lastShared: status.lastShared }),
    codeToRun: code.waiting,
    isCodeAllowed: code.isAllowed,
    ...(notebooks && { kernels: notebooks.kernels }),
    drafts: workbench.drafts.offered.map((draft) => ({ ...draft, label: basename(draft.path) })),
    command,
    hasTerminal,
    separator: sep,
    ...(language && { language }),
  };
}
