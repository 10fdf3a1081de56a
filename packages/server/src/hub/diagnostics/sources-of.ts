import type { Hub } from "../hub.js";
import { SourceFiles } from "./source-files.js";

/** Returns the source files of a hub's workspace. */
export function sourcesOf(hub: Hub): SourceFiles {
  return hub.sources(() => new SourceFiles(hub.workspace, hub.privacy, hub.clock));
}
