import { type Channel, ChannelEnd } from "./channel.js";
import type { ChannelBridge } from "./electron-preload.js";

declare global {
  interface Window {
    /** What `exposeChannel` has put here. */
    readonly tandem?: ChannelBridge;
  }
}

/**
 * The page's end of a channel over Electron's IPC. The preload script must have called `exposeChannel`.
 *
 * @example
 * const tandem = joinTandem({ channel: electronChannel(), application });
 */
export function electronChannel(bridge: ChannelBridge | undefined = window.tandem): Channel {
  if (!bridge)
    throw new Error(
      "window.tandem is missing. Call exposeChannel(contextBridge, ipcRenderer) in the window's preload script.",
    );
  const end = new ChannelEnd();
  const line = bridge.open(
    (message) => end.receive(message),
    () => end.end(),
  );
  return {
    send(message) {
      if (!end.isClosed) line.send(message);
    },
    onMessage: (listener) => end.onMessage(listener),
    onClose: (listener) => end.onClose(listener),
    close() {
      if (!end.isClosed) line.close();
    },
  };
}
