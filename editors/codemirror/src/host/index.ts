/** For the process that runs Node: serves Claude Code for editors in pages. */
export type { Channel } from "../channel/channel.js";
export {
  type ElectronChannelsOptions,
  electronChannels,
  type IpcEventLike,
  type IpcMainLike,
  type WebContentsLike,
} from "../channel/electron-main.js";
export { memoryChannels } from "../channel/memory-channel.js";
export { type EmitterPort, type EventTargetPort, portChannel } from "../channel/port-channel.js";
export { type SocketLike, socketChannel } from "../channel/socket-channel.js";
export type { TandemStatus } from "../messages.js";
export { EditorHost } from "./editor-host.js";
export type { EditorHostOptions } from "./host-editor.js";
