/** Serves the inspector's page: every window gets the header, all entries so far, and each new one. */
import { fileURLToPath } from "node:url";
import { type Clock, systemClock } from "@tandem/base";
import { type Door, type DoorLog, openDoor } from "@tandem/page-door";
import type { Entry, Header } from "../recording/entry.js";
import { defaultLimits, type KeepLimits, KeptEntries } from "./kept-entries.js";
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
  /** Default: nobody hears of the door's doings. */
  readonly log?: DoorLog;
  readonly clock?: Clock;
  /** Exactly this port. Default: any free one. */
  readonly port?: number;
  /** False for a recording that is looked at afterwards; the page says so then. Default: true. */
  readonly isLive?: boolean;
  /** The recording's file ends in the middle of a line. */
  readonly isCutOff?: boolean;
  /** How much is kept in memory, here and in each window. Default: 100,000 entries, 256 MB. */
  readonly limits?: KeepLimits;
  /** Where the built page is. Default: beside this file's build. */
  readonly pageFolder?: string;
}

/**
 * A page that is served.
 *
 * @example
 * const isOpen = await openInBrowser(await page.door.redirectFile(), process.env);
 */
export interface InspectorPage {
  /** Where the browser gets in. */
  readonly door: Pick<Door, "origin" | "port" | "newLink" | "redirectFile">;
  /** Returns at once; windows are told after this turn of the event loop. */
  add(entry: Entry): void;
  /** Windows keep what they have, and say that this has ended. Safe to call twice. */
  close(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The page as vite built it; from the source folder and from dist alike. */
const builtPage = fileURLToPath(new URL("../../dist/page", import.meta.url));

/**
 * Serves the page of a conversation.
 *
 * @example
 * const page = await openInspectorPage({ header });
 * console.log(page.door.newLink());
 * page.add(entry);
 * await page.close();
 */
export async function openInspectorPage(options: InspectorPageOptions): Promise<InspectorPage> {
  const { header, log = () => {}, clock = systemClock, isLive = true, isCutOff = false } = options;
  const { limits = defaultLimits } = options;
  const kept = new KeptEntries(limits);
  const feeds = new Set<WindowFeed>();
  const welcome = (): Welcome => ({ header, isLive, isCutOff, limits, ...kept.start });
  /** When the recording began, by this clock: no entry is older than its own time. */
  let began = Number.POSITIVE_INFINITY;
  const now = () => (isLive && began !== Number.POSITIVE_INFINITY ? clock.now() - began : undefined);

  const door = await openDoor({
    pageFolder: options.pageFolder ?? builtPage,
    ...(options.port !== undefined && { port: options.port }),
    clock,
    log,
    onWindow: (socket) => {
      const feed = new WindowFeed(socket, { kept, clock, welcome, now });
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
    closed ??= door.close();
    return closed;
  };
  return {
    door,
    add(entry) {
      kept.add(entry);
      began = Math.min(began, clock.now() - entry.t);
      for (const feed of feeds) feed.wake();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
