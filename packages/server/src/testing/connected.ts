/** An endpoint of a test's own with a client that has shaken hands. */
import type { IdeOptions } from "../options.js";
import { type RunningIde, runIde } from "./running-ide.js";
import { TestClient } from "./test-client.js";

export async function connected(options: IdeOptions = {}): Promise<RunningIde & { readonly client: TestClient }> {
  const running = await runIde(options);
  return { ...running, client: await TestClient.connect(running.ide) };
}
