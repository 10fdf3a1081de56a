/** Brings the user to the page. */
import { type Door, openInBrowser } from "@tandem/page-door";

interface Means {
  readonly mayOpen: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The workspace's, whose programs are not started for it. */
  readonly folders?: readonly string[];
}

/**
 * Opens the page in the browser; where that cannot be done the user is given a link. The browser is opened on a file
 * that sends it on, because everybody on this machine can read the arguments of a program.
 */
export async function openPage(
  door: Pick<Door, "newLink" | "redirectFile">,
  { mayOpen, env, folders }: Means,
): Promise<string> {
  // No file can be made on a full disk, say; the link needs none.
  const file = mayOpen ? await door.redirectFile().catch(() => undefined) : undefined;
  if (file !== undefined && (await openInBrowser(file, env, folders))) return "opened in your browser";
  return `${door.newLink()} (works once)`;
}
