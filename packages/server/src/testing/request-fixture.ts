/** An endpoint with a client that sends workspace requests, which may come before initialize. */
import { type RunningEndpoint, runEndpoint } from "./running-endpoint.js";
import { TestClient } from "./test-client.js";
import type { TestEditor } from "./test-editor.js";

export interface RequestFixture extends RunningEndpoint {
  readonly client: TestClient;
  /** Resolves to the result, or rejects with the message and code of the error. */
  readonly ask: (method: string, params?: unknown) => Promise<unknown>;
}

export async function requestFixture(editor?: TestEditor): Promise<RequestFixture> {
  const running = await runEndpoint({}, editor);
  const client = await TestClient.open(running.endpoint);
  const ask = async (method: string, params?: unknown): Promise<unknown> => {
    const { result, error } = await client.request(method, params);
    if (error) throw Object.assign(new Error(error.message), { code: error.code });
    return result;
  };
  return { ...running, client, ask };
}
