/** Where programs for tests are kept, outside of the tree. */
import { homedir } from "node:os";
import { join } from "node:path";

export function cacheFolder() {
  const caches = process.env.XDG_CACHE_HOME || join(homedir(), ".cache");
  return process.env.TANDEM_CACHE || join(caches, "tandem");
}
