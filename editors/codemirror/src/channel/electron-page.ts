import { type Channel, ChannelEnd } from "./channel.js";
import type { ChannelBridge } from "./electron-preload.js";

declare global {
  interface Window {
    /** Set by `exposeChannel`. */
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
  const end: ChannelEnd = new ChannelEnd({
    send: (message) => connection.send(message),
    close: () => connection.close(),
  });
  const connection = bridge.open(
    (message) => end.receive(message),
    () => end.end(),
  );
  return end;
}
