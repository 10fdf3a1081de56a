/** Starts an endpoint with a connected client. */
import type { EndpointOptions } from "../options.js";
import { type RunningEndpoint, runEndpoint } from "./running-endpoint.js";
import { TestClient } from "./test-client.js";

export async function connected(
  options: EndpointOptions = {},
): Promise<RunningEndpoint & { readonly client: TestClient }> {
  const running = await runEndpoint(options);
  return { ...running, client: await TestClient.connect(running.endpoint) };
}
