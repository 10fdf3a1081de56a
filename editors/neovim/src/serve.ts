/** Serves where it was served before, if it was. */
import { createIde, type Editor, type Ide, type IdeOptions, StartError } from "@tandem/server";

export interface Address {
  readonly port: number;
  readonly authToken: string;
}

/** A client that was connected dials the same port with the same token; where another program was quicker `/ide` finds the new one. */
export async function serve(editor: Editor, options: IdeOptions, before: Address | undefined): Promise<Ide> {
  if (!before) return await createIde(editor, options);
  try {
    return await createIde(editor, { ...options, ...before });
  } catch (error) {
    if (!(error instanceof StartError && error.code === "port-taken")) throw error;
    return await createIde(editor, options);
  }
}
