/** The page's side of the door, and what our pages share. For browsers. */
export { DoorSocket, type DoorSocketOptions, type DoorState } from "./door-socket.js";
export { takeMeta } from "./take-meta.js";
export { isAtEnd, type RowWindow, scrollToRow, visibleRows } from "./windowing.js";
