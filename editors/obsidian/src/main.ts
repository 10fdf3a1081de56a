/** What Obsidian loads. */
import { TandemPlugin } from "./tandem-plugin.js";
// biome-ignore lint/style/noDefaultExport: Obsidian takes the default export as the plugin.
export default TandemPlugin;
