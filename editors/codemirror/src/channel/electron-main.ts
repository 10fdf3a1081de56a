/** Electron's main process: a channel for each page that asks for one over IPC. */
import { type Channel, ChannelEnd } from "./channel.js";
import { type IpcMessage, ipcName, isIpcMessage } from "./electron-ipc.js";

/** What is used of Electron's `WebContents`. */
export interface WebContentsLike {
  readonly id: number;
  send(name: string, message: unknown): void;
  isDestroyed(): boolean;
  on(event: "destroyed" | "render-process-gone", listener: () => void): unknown;
}

/** What is used of Electron's `IpcMainEvent`. */
export interface IpcEventLike {
  readonly sender: WebContentsLike;
  /** Null when the frame is gone by now. */
  readonly senderFrame: { readonly url: string; readonly parent: unknown } | null;
}

/** What is used of Electron's `ipcMain`. */
export interface IpcMainLike {
  on(name: string, listener: (event: IpcEventLike, message: unknown) => void): unknown;
  removeListener(name: string, listener: (event: IpcEventLike, message: unknown) => void): unknown;
}

export interface ElectronChannelsOptions {
  /** Which pages may speak, by their address; by default every page that has the preload script, in its main frame. */
  readonly allows?: (url: string) => boolean;
}

interface OpenChannel {
  readonly id: string;
  readonly end: ChannelEnd;
}

/**
 * Calls `onChannel` for each page that opens a channel with `electronChannel`: once for each load of a window, so a reload
 * ends one channel and opens another. Frames inside of a page are not listened to. The function that is returned ends it.
 *
 * @example
 * electronChannels(ipcMain, (channel) => host.attach(channel), { allows: (url) => url.startsWith("app://editor/") });
 */
export function electronChannels(
  ipcMain: IpcMainLike,
  onChannel: (channel: Channel, sender: WebContentsLike) => void,
  { allows = () => true }: ElectronChannelsOptions = {},
): () => void {
  const channels = new Map<number, OpenChannel>();
  const known = new Set<number>();

  const over = (sender: WebContentsLike) => {
    const open = channels.get(sender.id);
    channels.delete(sender.id);
    open?.end.end();
  };
  const tell = (sender: WebContentsLike, message: IpcMessage) => {
    if (!sender.isDestroyed()) sender.send(ipcName, message);
  };
  const open = (sender: WebContentsLike, id: string) => {
    over(sender);
    if (!known.has(sender.id)) {
      known.add(sender.id);
      sender.on("render-process-gone", () => over(sender));
      sender.on("destroyed", () => {
        known.delete(sender.id);
        over(sender);
      });
    }
    const end = new ChannelEnd();
    channels.set(sender.id, { id, end });
    const channel: Channel = {
      send(message) {
        if (!end.isClosed) tell(sender, { kind: "message", id, message });
      },
      onMessage: (listener) => end.onMessage(listener),
      onClose: (listener) => end.onClose(listener),
      close() {
        if (end.isClosed) return;
        tell(sender, { kind: "close", id });
        over(sender);
      },
    };
    onChannel(channel, sender);
  };
  const listener = ({ sender, senderFrame }: IpcEventLike, message: unknown) => {
    // An embedded frame may show anything; so may a page that the window was led to.
    if (!senderFrame || senderFrame.parent !== null || !allows(senderFrame.url) || !isIpcMessage(message)) return;
    if (message.kind === "open") {
      open(sender, message.id);
      return;
    }
    const current = channels.get(sender.id);
    if (current?.id !== message.id) return;
    if (message.kind === "close") over(sender);
    else current.end.receive(message.message);
  };
  ipcMain.on(ipcName, listener);
  return () => {
    ipcMain.removeListener(ipcName, listener);
    for (const { end } of channels.values()) end.end();
    channels.clear();
  };
}
