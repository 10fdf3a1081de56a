/** The browser side of the page server, and helpers that our pages share. */
export { type ConnectionState, PageSocket, type PageSocketOptions } from "./page-socket.js";
export { takeMeta } from "./take-meta.js";
export { isAtEnd, type RowWindow, scrollToRow, visibleRows } from "./windowing.js";
