/** Builds the model: everything small that windows show. */
import { basename, sep } from "node:path";
import { languageIdOf } from "@tandem-ide/codemirror/languages";
import type { Endpoint, HiddenReason } from "@tandem-ide/server";
import type { Model, Tab } from "../messages.js";
import type { ShownChanges } from "./changes/shown-changes.js";
import type { Notebooks } from "./notebooks/notebooks.js";
import type { TabState } from "./tabs.js";
import type { Workbench } from "./workbench.js";

export function explainHidden({ source, rule }: HiddenReason): string {
  const named = rule === undefined ? "" : `“${rule}”`;
  if (source === "built-in") return `it matches Tandem's built-in rule ${named}`;
  if (source === "settings") return `it matches your rule ${named}`;
  if (source === "pause") return "sharing is paused";
  if (source === "editor") return "this editor hides it";
  return `it matches the rule ${named} in ${basename(source)}`;
}

type TabSources = Pick<ModelSources, "workbench" | "endpoint" | "changes">;

function tabOf(state: TabState, { workbench, endpoint, changes }: TabSources): Tab | undefined {
  const { id, path, group } = state;
  const label = basename(path);
  if (state.kind === "change") {
    const change = changes?.find(state);
    return change && { id, kind: "change", path, label, group, isPreview: state.isPreview, change };
  }
  if (state.kind === "review") {
    const review = workbench.reviews.get(state.review);
    return (
      review && { id, kind: "review", path, label, group, review: { ...review.facts, ...hiddenOf(path, endpoint) } }
    );
  }
  const document = workbench.documents.get(path);
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
    ...hiddenOf(path, endpoint),
  };
}

function hiddenOf(path: string, endpoint: Endpoint): { readonly hidden?: string } {
  const hidden = endpoint.whyHidden(path);
  return hidden ? { hidden: explainHidden(hidden) } : {};
}

export interface ModelSources {
  readonly workbench: Workbench;
  readonly endpoint: Endpoint;
  readonly command: string;
  readonly hasTerminal: boolean;
  readonly notebooks: Notebooks | undefined;
  readonly changes: ShownChanges | undefined;
  readonly language: Model["language"];
}

export function buildModel(sources: ModelSources): Model {
  const { workbench, endpoint, command, hasTerminal, notebooks, changes, language } = sources;
  const { status, code } = endpoint;
  return {
    name: workbench.name,
    folders: workbench.folders.map((path) => ({ path, name: basename(path) || path })),
    tabs: workbench.tabs.all.map((tab) => tabOf(tab, sources)).filter((tab) => tab !== undefined),
    clients: status.clients,
    queuedMentions: status.queuedMentions,
    rejecting: workbench.rejections.all.map(({ id, review: { path } }) => ({ id, path })),
    isPaused: status.isPaused,
    ...(status.lastShared !== undefined && { lastShared: status.lastShared }),
    codeToRun: code.waiting,
    isCodeAllowed: code.isAllowed,
    ...(notebooks && { kernels: notebooks.kernels }),
    drafts: workbench.drafts.offered.map((draft) => ({ ...draft, label: basename(draft.path) })),
    recordsChanges: changes !== undefined,
    command,
    hasTerminal,
    separator: sep,
    ...(language && { language }),
  };
}
