/** The two functions that a host calls. */
import type { Endpoint } from "./endpoint.js";
import type { Editor } from "./hub/editor.js";
import type { EndpointOptions } from "./options.js";
import { RunningEndpoint } from "./running-endpoint.js";

/**
 * Turns an editor into an endpoint that coding agents find, trust and use. Rejects with a StartError, and leaves
 * nothing behind, when it cannot start.
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
 * The same, not yet started: for an editor whose parts need the endpoint before anybody is served.
 *
 * @example
 * const endpoint = prepareEndpoint(myEditor);
 * const statusBar = new StatusBar(endpoint);
 * await endpoint.start();
 */
export function prepareEndpoint(editor: Editor, options: EndpointOptions = {}): Endpoint {
  return new RunningEndpoint(editor, options);
}
