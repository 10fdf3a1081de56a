/** For a page: connects its CodeMirror editors to Claude Code. */
export type { ChangePrompts } from "../changes/change-actions.js";
export type { Channel } from "../channel/channel.js";
export { electronChannel } from "../channel/electron-page.js";
export type { ChannelBridge } from "../channel/electron-preload.js";
export { memoryChannels } from "../channel/memory-channel.js";
export { type EmitterPort, type EventTargetPort, portChannel } from "../channel/port-channel.js";
export { type SocketLike, socketChannel } from "../channel/socket-channel.js";
export type { TandemStatus } from "../messages.js";
export type { Application, ApplicationTab } from "./application.js";
export { joinTandem } from "./join.js";
export type { JoinOptions, MentionedLines, Tandem } from "./join-types.js";
