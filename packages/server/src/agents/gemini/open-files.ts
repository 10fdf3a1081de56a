/** The open files as `ide/contextUpdate` describes them: always all of them, with positions from 1. */
import { messageOf } from "@tandem-ide/base";
import type { EditorSelection } from "../../hub/editor.js";
import type { Hub } from "../../hub/hub.js";

/** The client uses no more than this. */
const maxFiles = 10;
const maxTextLength = 16_384;
const cutMark = "... [TRUNCATED]";

export interface OpenFile {
  readonly path: string;
  /** When it was last active, in ms since 1970. The client treats the newest file as the active one. */
  readonly timestamp: number;
  readonly isActive?: true;
  readonly cursor?: { readonly line: number; readonly character: number };
  readonly selectedText?: string;
}

export interface Context {
  readonly workspaceState: { readonly openFiles: readonly OpenFile[]; readonly isTrusted?: true };
}

function cut(text: string): string {
  return text.length <= maxTextLength ? text : text.slice(0, maxTextLength).toWellFormed() + cutMark;
}

function describeActive({ range, cursor = range.end, text }: EditorSelection): Omit<OpenFile, "path" | "timestamp"> {
  return {
    isActive: true,
    cursor: { line: cursor.line + 1, character: cursor.character + 1 },
    ...(text !== "" && { selectedText: cut(text) }),
  };
}

export class OpenFiles {
  readonly #hub: Hub;
  readonly #startedAt = Date.now();
  #activatedAt = new Map<string, number>();
  #active: string | undefined;
  #last = this.#startedAt;

  constructor(hub: Hub) {
    this.#hub = hub;
  }

  /** Call this when another file may be active. */
  activated(path: string | undefined): void {
    if (path === this.#active) return;
    this.#active = path;
    if (path === undefined) return;
    this.#last = Math.max(Date.now(), this.#last + 1);
    this.#activatedAt.set(path, this.#last);
  }

  async read(): Promise<Context> {
    const { privacy, selection } = this.#hub;
    const tabs = privacy.isPaused ? [] : await this.#tabs();
    const untitled = new Set(tabs.filter(({ isUntitled }) => isUntitled).map(({ path }) => path));
    const active = selection.current;
    // The user may have gone to another file while the editor listed its tabs.
    this.activated(active?.path);
    const open = new Set([...(active ? [active.path] : []), ...tabs.map(({ path }) => path)]);
    this.#forgetClosed(open);
    const openFiles = [...open]
      .filter((path) => !untitled.has(path) && privacy.check(path) === undefined)
      .map((path) => ({ path, timestamp: this.#activatedAt.get(path) ?? this.#startedAt }))
      .sort((one, other) => other.timestamp - one.timestamp)
      .slice(0, maxFiles)
      .map((file) => (file.path === active?.path ? { ...file, ...describeActive(active) } : file));
    const { isTrusted } = this.#hub.editor;
    return { workspaceState: { openFiles, ...(isTrusted === true && { isTrusted }) } };
  }

  async #tabs() {
    const { editor, call, closed, log } = this.#hub;
    try {
      return (await call("open files", closed, (signal) => editor.openEditors?.(signal))) ?? [];
    } catch (error) {
      if (!closed.aborted) log.warn(`Could not list the open files: ${messageOf(error)}`);
      return [];
    }
  }

  #forgetClosed(open: ReadonlySet<string>): void {
    this.#activatedAt = new Map([...this.#activatedAt].filter(([path]) => open.has(path) || path === this.#active));
  }
}
