/** The page's state: which conversation is shown, what is looked for in it, what is selected. */

import { computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { messageOf } from "@tandem/base";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { FromHost } from "../page-host/messages.js";
import { parseRecording } from "../reading/index.js";
import { Connection } from "./core/connection.js";
import type { PageRow } from "./core/reader.js";
import { Session } from "./core/session.js";
import { ShownRows, type Span } from "./core/shown-rows.js";
import { visibleLine } from "./core/visible-text.js";

export interface App {
  readonly connection: Connection;
  /** What the host serves. */
  readonly served: Signal<Session | undefined>;
  /** A file that is looked at instead. */
  readonly opened: Signal<Session | undefined>;
  /** The one that is shown. */
  readonly session: ReadonlySignal<Session | undefined>;
  readonly words: Signal<string>;
  readonly span: Signal<Span | undefined>;
  /** What the timeline shows; undefined is everything. */
  readonly view: Signal<Span | undefined>;
  /** Rows up to this number were cleared away in this window. */
  readonly clearedTo: Signal<number>;
  readonly selected: Signal<number | undefined>;
  readonly shown: ReadonlySignal<{ readonly rows: readonly PageRow[] }>;
  readonly isWaitingOpen: Signal<boolean>;
  /** What could not be done, in words. */
  readonly trouble: Signal<string | undefined>;
  clear(): void;
  openFile(file: File): Promise<void>;
  closeFile(): void;
}

export function createApp(secret: string): App {
  const served = signal<Session | undefined>();
  const opened = signal<Session | undefined>();
  const session = computed(() => opened.value ?? served.value);
  const words = signal("");
  const span = signal<Span | undefined>();
  const view = signal<Span | undefined>();
  const clearedTo = signal(0);
  const selected = signal<number | undefined>();
  const trouble = signal<string | undefined>();
  const cache = new ShownRows();
  const shown = computed(() => {
    const current = session.value;
    if (!current) return { rows: [] };
    current.version.value;
    return {
      rows: cache.update(current, { words: words.value, span: span.value, clearedTo: clearedTo.value }),
    };
  });

  /** What was found in one conversation says nothing of another. */
  const lookAnew = () => {
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
    // After a lost connection the same conversation comes again, with the same numbers.
    if (before?.header.at !== header.at && !opened.value) lookAnew();
  };
  const connection = new Connection(secret, receive);

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
    words,
    span,
    view,
    clearedTo,
    selected,
    shown,
    isWaitingOpen: signal(true),
    trouble,
    clear() {
      clearedTo.value = session.value?.rows.at(-1)?.number ?? 0;
      selected.value = undefined;
      span.value = undefined;
    },
    async openFile(file) {
      trouble.value = undefined;
      try {
        const { header, entries, cutOff = false } = parseRecording(await file.text());
        const next = new Session({ kind: "file", header, isCutOff: cutOff, name: file.name });
        next.add(entries);
        lookAnew();
        opened.value = next;
      } catch (error) {
        const why = messageOf(error);
        trouble.value = `${file.name} cannot be shown. ${why}`;
      }
    },
    closeFile() {
      opened.value = undefined;
      trouble.value = undefined;
      lookAnew();
    },
  };
}

export const AppContext = createContext<App | undefined>(undefined);

export function useApp(): App {
  const app = useContext(AppContext);
  if (!app) throw new Error("This part stands outside of the page.");
  return app;
}
