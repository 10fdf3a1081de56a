/** Electron's main process: a channel for each page that opens one over IPC. */
import { type Channel, ChannelEnd } from "./channel.js";
import { type IpcMessage, ipcName, isIpcMessage } from "./electron-ipc.js";

/** The part of Electron's `WebContents` that is used. */
export interface WebContentsLike {
  readonly id: number;
  send(name: string, message: unknown): void;
  isDestroyed(): boolean;
  on(event: "destroyed" | "render-process-gone", listener: () => void): unknown;
}

/** The part of Electron's `IpcMainEvent` that is used. */
export interface IpcEventLike {
  readonly sender: WebContentsLike;
  /** Null if the frame is already gone. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** The part of Electron's `ipcMain` that is used. */
export interface IpcMainLike {
  on(name: string, listener: (event: IpcEventLike, message: unknown) => void): unknown;
  removeListener(name: string, listener: (event: IpcEventLike, message: unknown) => void): unknown;
}

export interface ElectronChannelsOptions {
  /** Which pages may connect, by URL. Default: every page with the preload script, in its main frame. */
  readonly allows?: (url: string) => boolean;
}

/**
 * Calls `onChannel` for each page that opens a channel with `electronChannel`. A reload ends one channel and opens another.
 * Frames inside a page are ignored. Call the returned function to stop.
 *
 * @example
 * electronChannels(ipcMain, (channel) => host.attach(channel), { allows: (url) => url.startsWith("app://editor/") });
 */
export function electronChannels(
  ipcMain: IpcMainLike,
  onChannel: (channel: Channel, sender: WebContentsLike) => void,
  { allows = () => true }: ElectronChannelsOptions = {},
): () => void {
  const channels = new Map<number, { readonly id: string; readonly end: ChannelEnd }>();
  const watched = new Set<number>();

  const end = (sender: WebContentsLike) => {
    const open = channels.get(sender.id);
    channels.delete(sender.id);
    open?.end.end();
  };
  const send = (sender: WebContentsLike, message: IpcMessage) => {
    if (!sender.isDestroyed()) sender.send(ipcName, message);
  };
  const open = (sender: WebContentsLike, id: string) => {
    end(sender);
    if (!watched.has(sender.id)) {
      watched.add(sender.id);
      sender.on("render-process-gone", () => end(sender));
      sender.on("destroyed", () => {
        watched.delete(sender.id);
        end(sender);
      });
    }
    const channel = new ChannelEnd({
      send: (message) => send(sender, { kind: "message", id, message }),
      close() {
        send(sender, { kind: "close", id });
        end(sender);
      },
    });
    channels.set(sender.id, { id, end: channel });
    onChannel(channel, sender);
  };
  const listener = ({ sender, senderFrame }: IpcEventLike, message: unknown) => {
    // An embedded frame may show any page, and the window may have navigated to another one.
    if (!senderFrame || senderFrame.parent !== null || !allows(senderFrame.url) || !isIpcMessage(message)) return;
    if (message.kind === "open") {
      open(sender, message.id);
      return;
    }
    const current = channels.get(sender.id);
    if (current?.id !== message.id) return;
    if (message.kind === "close") end(sender);
    else current.end.receive(message.message);
  };
  ipcMain.on(ipcName, listener);
  return () => {
    ipcMain.removeListener(ipcName, listener);
    for (const { end } of channels.values()) end.end();
    channels.clear();
  };
}
