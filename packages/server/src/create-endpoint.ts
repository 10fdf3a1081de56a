import type { Endpoint } from "./endpoint.js";
import type { Editor } from "./hub/editor.js";
import type { EndpointOptions } from "./options.js";
import { RunningEndpoint } from "./running-endpoint.js";

/**
 * Creates and starts an endpoint through which coding agents find and use an editor. If it can't start, it cleans up and
 * rejects with a StartError.
 *
 * @example
 * await using endpoint = await createEndpoint(myEditor, { log: (entry) => console.error(entry.message) });
 * const terminalEnv = { ...process.env, ...endpoint.environment() };
 */
export async function createEndpoint(editor: Editor, options: EndpointOptions = {}): Promise<Endpoint> {
  const endpoint = prepareEndpoint(editor, options);
  try {
    await endpoint.start();
  } catch (error) {
    await endpoint.close();
    throw error;
  }
  return endpoint;
}

/**
 * Creates an endpoint without starting it, for editors whose parts need the endpoint before clients connect.
 *
 * @example
 * const endpoint = prepareEndpoint(myEditor);
 * const statusBar = new StatusBar(endpoint);
 * await endpoint.start();
 */
export function prepareEndpoint(editor: Editor, options: EndpointOptions = {}): Endpoint {
  return new RunningEndpoint(editor, options);
}
