/** For tests: the in-memory editor launched, and a hand in it. */
export { type MemoryHand, memoryHand } from "./hand.js";
export {
  type LaunchedMemoryEditor,
  type MemoryLaunchOptions,
  memoryLauncher,
} from "./launch.js";
