/** For an endpoint whose process may end while its editor lives on: a sidecar, an extension whose window is reloaded. */
import { type Address, createEndpoint, type Editor, type Endpoint } from "@tandem/server";

/**
 * Serves where it served before, if it did, and tells the address to whoever will start it the next time. The token opens the
 * editor, so the address is kept in memory and passed by a pipe.
 */
export function serve(editor: Editor, before: Address | undefined, keep: (now: Address) => void): Promise<Endpoint> {
  return createEndpoint(editor, { address: { load: () => before, save: keep } });
}
