/** The page's state: the shown conversation, the search and the selection. */
import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { messageOf } from "@tandem-ide/base";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FromHost } from "../page-host/messages.js";
import { parseRecording } from "../reading/index.js";
import { type Connection, createConnection } from "./core/connection.js";
import type { PageRow } from "./core/reader.js";
import { Session } from "./core/session.js";
import { ShownRows, type Span } from "./core/shown-rows.js";
import { visibleLine } from "./core/visible-text.js";

export interface App {
  readonly connection: Connection;
  /** The conversation from the host. */
  readonly served: Signal<Session | undefined>;
  /** A file that is shown instead. */
  readonly opened: Signal<Session | undefined>;
  /** The shown conversation. */
  readonly session: ReadonlySignal<Session | undefined>;
  readonly query: Signal<string>;
  readonly span: Signal<Span | undefined>;
  /** The visible part of the timeline; undefined for all of it. */
  readonly view: Signal<Span | undefined>;
  /** Rows up to this number were cleared in this window. */
  readonly clearedTo: Signal<number>;
  readonly selected: Signal<number | undefined>;
  readonly shown: ReadonlySignal<{ readonly rows: readonly PageRow[] }>;
  readonly isWaitingOpen: Signal<boolean>;
  readonly error: Signal<string | undefined>;
  clear(): void;
  openFile(file: File): Promise<void>;
  closeFile(): void;
}

export function createApp(secret: string): App {
  const served = signal<Session | undefined>();
  const opened = signal<Session | undefined>();
  const session = computed(() => opened.value ?? served.value);
  const query = signal("");
  const span = signal<Span | undefined>();
  const view = signal<Span | undefined>();
  const clearedTo = signal(0);
  const selected = signal<number | undefined>();
  const error = signal<string | undefined>();
  const cache = new ShownRows();
  const shown = computed(() => {
    const current = session.value;
    if (!current) return { rows: [] };
    current.version.value;
    return {
      rows: cache.update(current, { query: query.value, span: span.value, clearedTo: clearedTo.value }),
    };
  });

  const resetView = () => {
    span.value = undefined;
    view.value = undefined;
    clearedTo.value = 0;
    selected.value = undefined;
  };
  const receive = (frame: FromHost) => {
    if (!("welcome" in frame)) {
      served.value?.add(frame.entries, frame.now);
      return;
    }
    const { header, isLive, isCutOff, limits, ...start } = frame.welcome;
    const before = served.value;
    served.value = new Session({ kind: isLive ? "live" : "recording", header, isCutOff, limits, start });
    // After a lost connection the host sends the same conversation with the same numbers.
    if (before?.header.at !== header.at && !opened.value) resetView();
  };
  const connection = createConnection(secret, receive);

  effect(() => {
    const current = session.value;
    const name = current ? `${visibleLine(current.name ?? current.header.editor)} – ` : "";
    document.title = `${name}Tandem inspector`;
  });

  return {
    connection,
    served,
    opened,
    session,
    query,
    span,
    view,
    clearedTo,
    selected,
    shown,
    isWaitingOpen: signal(true),
    error,
    clear() {
      clearedTo.value = session.value?.rows.at(-1)?.number ?? 0;
      selected.value = undefined;
      span.value = undefined;
    },
    async openFile(file) {
      error.value = undefined;
      try {
        const { header, entries, cutOff = false } = parseRecording(await file.text());
        const next = new Session({ kind: "file", header, isCutOff: cutOff, name: file.name });
        next.add(entries);
        resetView();
        opened.value = next;
      } catch (cause) {
        error.value = `Can't open ${file.name}. ${messageOf(cause)}`;
      }
    },
    closeFile() {
      opened.value = undefined;
      error.value = undefined;
      resetView();
    },
  };
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("useApp needs an AppContext.");
  return app;
}
