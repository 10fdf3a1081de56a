/** Handles the host's requests with the application and its editors. */
import type { EditorView } from "@codemirror/view";
import { languageIdOf } from "../languages.js";
import type { HostRequests, HostResults, WireSelection, WireTab } from "../messages.js";
import { offsetAt, rangeOf } from "../positions.js";
import { selectionOf } from "../selection.js";
import type { Application, ApplicationTab } from "./application.js";
import type { BoundViews } from "./bound-views.js";

/** Longer selections are cut: no client uses more, and the range is complete. */
const maxSelection = 1_000_000;

export class RequestHandlers {
  readonly #application: Application;
  readonly #views: BoundViews;

  constructor(application: Application, views: BoundViews) {
    this.#application = application;
    this.#views = views;
  }

  /** Returns the selection in the active tab, or null if that has no editor. */
  selection(): WireSelection | null {
    const front = this.#application.tabs().find((tab) => tab.isActive && (tab.isGroupActive ?? true));
    const bound = front && this.#views.of(front.path);
    if (!bound) return null;
    const { text, range, cursor } = selectionOf(bound.view.state);
    return { path: bound.path, text: text.slice(0, maxSelection).toWellFormed(), range, cursor };
  }

  tabs(): WireTab[] {
    return this.#application.tabs().map((tab) => this.#describe(tab));
  }

  async openFile({ path, preview, takeFocus, wantsText }: HostRequests["openFile"]): Promise<HostResults["openFile"]> {
    const opened = await this.#application.openFile(path, { preview, takeFocus });
    const view = opened ?? this.#views.of(path)?.view;
    return {
      languageId: this.#tabOf(path)?.languageId ?? languageIdOf(path),
      lineCount: view?.state.doc.lines ?? 1,
      ...(wantsText && view && { text: view.state.doc.toString() }),
    };
  }

  select({ path, range }: HostRequests["select"]): null {
    const view: EditorView | undefined = this.#views.of(path)?.view;
    if (!view) return null;
    const { doc } = view.state;
    const selection = { anchor: offsetAt(doc, range.start), head: offsetAt(doc, range.end) };
    view.dispatch({ selection, scrollIntoView: true, userEvent: "select" });
    return null;
  }

  async save({ path }: HostRequests["save"]): Promise<boolean> {
    if (!this.#tabOf(path)) return false;
    if (!this.#application.save) throw new Error("This editor can't save files on request");
    await this.#application.save(path);
    return true;
  }

  async closeTab({ label }: HostRequests["closeTab"]): Promise<HostResults["closeTab"]> {
    const tab = this.#application.tabs().find((each) => labelOf(each) === label);
    if (!tab || !this.#application.closeTab) return "not found";
    if (tab.isDirty) return "unsaved changes";
    await this.#application.closeTab(tab.path);
    return "closed";
  }

  /** Returns the diagnostics that are known when `signal` aborts. */
  async diagnostics({ path }: HostRequests["diagnostics"], signal: AbortSignal): Promise<HostResults["diagnostics"]> {
    const paths = path === undefined ? [...new Set(this.#views.all.map((each) => each.path))] : [path];
    const bound = paths.map((each) => this.#views.of(each)).filter((each) => each !== undefined);
    await Promise.all(bound.map(({ lint }) => lint.settled(signal)));
    const files = bound.map(({ path: file, lint }) => ({ path: file, diagnostics: lint.diagnostics }));
    return {
      files: files.filter(({ diagnostics }) => path !== undefined || diagnostics.length > 0),
      isCurrent: bound.every(({ lint }) => lint.isCurrent),
    };
  }

  #tabOf(path: string): ApplicationTab | undefined {
    return this.#application.tabs().find((tab) => tab.path === path);
  }

  #describe(tab: ApplicationTab): WireTab {
    const state = this.#views.of(tab.path)?.view.state;
    const main = state?.selection.main;
    return {
      path: tab.path,
      isActive: tab.isActive,
      isDirty: tab.isDirty,
      label: labelOf(tab),
      languageId: tab.languageId ?? languageIdOf(tab.path),
      lineCount: state?.doc.lines ?? tab.lineCount ?? 1,
      isPinned: tab.isPinned ?? false,
      isPreview: tab.isPreview ?? false,
      isUntitled: tab.isUntitled ?? false,
      groupIndex: tab.groupIndex ?? 0,
      isGroupActive: tab.isGroupActive ?? true,
      ...(state && main && { selection: rangeOf(state.doc, main.from, main.to) }),
    };
  }
}

function labelOf(tab: ApplicationTab): string {
  return tab.label ?? (tab.path.split(/[/\\]/).at(-1) || tab.path);
}
