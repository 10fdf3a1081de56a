/** An endpoint that serves Gemini CLI, with its own temporary directory and home. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { EndpointOptions } from "../options.js";
import { GeminiClient, readDiscovery } from "./gemini-client.js";
import { runEndpoint } from "./running-endpoint.js";
import { temporaryDirectory } from "./temporary.js";
import { TestEditor } from "./test-editor.js";

export async function geminiFixture(options: EndpointOptions = {}, editor?: TestEditor) {
  const tmp = temporaryDirectory();
  const home = temporaryDirectory();
  mkdirSync(join(home, ".gemini"));
  const used = editor ?? new TestEditor([temporaryDirectory()]);
  const running = await runEndpoint({ env: { TMPDIR: tmp }, home, ...options }, used);
  const directory = join(tmp, "gemini/ide");
  const discoveryFiles = () => readdirSync(directory).map((name) => join(directory, name));
  const discoveryFile = discoveryFiles()[0] ?? "";
  const connect = () => GeminiClient.connect(readDiscovery(discoveryFile));
  return { ...running, tmp, home, directory, discoveryFile, discoveryFiles, connect };
}
