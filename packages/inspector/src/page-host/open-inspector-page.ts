/** Serves the inspector's page. Every window gets the header, all earlier entries and each new one. */
import { fileURLToPath } from "node:url";
import { type Clock, systemClock } from "@tandem-ide/base";
import { type PageServer, type PageServerLog, startPageServer } from "@tandem-ide/page-server";
import type { Entry, Header } from "../recording/entry.js";
import { defaultLimits, EntryHistory, type HistoryLimits } from "./entry-history.js";
import type { Welcome } from "./messages.js";
import { WindowFeed } from "./window-feed.js";

/**
 * Options of {@link openInspectorPage}.
 *
 * @example
 * const options: InspectorPageOptions = { header: recording.header, isLive: false };
 */
export interface InspectorPageOptions {
  readonly header: Header;
  /** Default: no log. */
  readonly log?: PageServerLog;
  readonly clock?: Clock;
  /** Default: any free port. */
  readonly port?: number;
  /** False for a recording. Default: true. */
  readonly isLive?: boolean;
  /** The recording ends in the middle of a line. */
  readonly isCutOff?: boolean;
  /** Memory limits, here and in each window. Default: 100,000 entries, 256 MB. */
  readonly limits?: HistoryLimits;
  /** Default: the page built with this package. */
  readonly pageFolder?: string;
}

/**
 * A served page.
 *
 * @example
 * const isOpen = await openInBrowser(await page.pageServer.redirectFile(), process.env);
 */
export interface InspectorPage {
  readonly pageServer: Pick<PageServer, "origin" | "port" | "newLink" | "redirectFile">;
  /** Returns immediately. Windows get the entry after this turn of the event loop. */
  add(entry: Entry): void;
  /** Windows keep their entries and say that the host has stopped. Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The page built by vite. The path works from `src` and from `dist`. */
const builtPage = fileURLToPath(new URL("../../dist/page", import.meta.url));

/**
 * Serves a page that shows a conversation.
 *
 * @example
 * const page = await openInspectorPage({ header });
 * console.log(page.pageServer.newLink());
 * page.add(entry);
 * await page.close();
 */
export async function openInspectorPage(options: InspectorPageOptions): Promise<InspectorPage> {
  const { header, log = () => {}, clock = systemClock, isLive = true, isCutOff = false } = options;
  const { limits = defaultLimits } = options;
  const history = new EntryHistory(limits);
  const feeds = new Set<WindowFeed>();
  const welcome = (): Welcome => ({ header, isLive, isCutOff, limits, ...history.start });
  /** When the recording began, on this clock. */
  let began = Number.POSITIVE_INFINITY;
  const now = () => (isLive && began !== Number.POSITIVE_INFINITY ? clock.now() - began : undefined);

  const pageServer = await startPageServer({
    pageFolder: options.pageFolder ?? builtPage,
    ...(options.port !== undefined && { port: options.port }),
    clock,
    log,
    onWindow: (socket) => {
      const feed = new WindowFeed(socket, { history, clock, welcome, now });
      feeds.add(feed);
      socket.onClose(() => {
        feed.close();
        feeds.delete(feed);
      });
    },
  });

  let closed: Promise<void> | undefined;
  const close = () => {
    for (const feed of feeds) feed.close();
    closed ??= pageServer.close();
    return closed;
  };
  return {
    pageServer,
    add(entry) {
      history.add(entry);
      began = Math.min(began, clock.now() - entry.t);
      for (const feed of feeds) feed.wake();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
