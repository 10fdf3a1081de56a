/** Launches the in-memory editor for tests, with a driver. */
export { type MemoryDriver, memoryDriver } from "./driver.js";
export {
  type LaunchedMemoryEditor,
  type MemoryLaunchOptions,
  memoryLauncher,
} from "./launch.js";
