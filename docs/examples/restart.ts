/** For an endpoint that may restart while its editor lives on: a sidecar, an extension whose window is reloaded. */
import { createEndpoint, type Editor, type Endpoint, StartError } from "@tandem/server";

/** Where clients look for this editor. The token opens it, so this is kept in memory and passed by a pipe. */
export interface Address {
  readonly port: number;
  readonly authToken: string;
}

/** Serves where it served before, if it did, and tells the address to whoever will start it the next time. */
export async function serve(
  editor: Editor,
  before: Address | undefined,
  keep: (now: Address) => void,
): Promise<Endpoint> {
  let ide: Endpoint;
  try {
    ide = await createEndpoint(editor, before);
  } catch (error) {
    if (!(error instanceof StartError && error.code === "port-taken")) throw error;
    // Another program was quicker. Clients do not come back by themselves then, but `/ide` finds the new port.
    ide = await createEndpoint(editor);
  }
  keep({ port: ide.port, authToken: ide.authToken });
  return ide;
}
