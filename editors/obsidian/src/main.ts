/** Obsidian's entry point. */
import { TandemPlugin } from "./tandem-plugin.js";
// biome-ignore lint/style/noDefaultExport: Obsidian requires a default export.
export default TandemPlugin;
