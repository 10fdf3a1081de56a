/** For an endpoint whose process can end while its editor keeps running, such as a sidecar or a reloaded extension. */
import { type Address, createEndpoint, type Editor, type Endpoint } from "@tandem-ide/server";

/**
 * Serves at the previous address, if there is one, and passes the current address to `keep` for the next start. The address
 * contains the token, so keep it in memory or pass it through a pipe.
 */
export function serve(
  editor: Editor,
  previous: Address | undefined,
  keep: (current: Address) => void,
): Promise<Endpoint> {
  return createEndpoint(editor, { address: { load: () => previous, save: keep } });
}
