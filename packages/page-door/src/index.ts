/** Serves a page on loopback, to the user's browser and nobody else. */
export { openInBrowser } from "./browser.js";
export { type Door, type DoorLog, type DoorOptions, openDoor, type WindowSocket } from "./door.js";
export { type Hello, helloSchema } from "./hello.js";
