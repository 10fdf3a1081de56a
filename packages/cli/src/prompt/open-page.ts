import { openInBrowser, type PageServer } from "@tandem-ide/page-server";

interface OpenPageOptions {
  readonly mayOpen: boolean;
  readonly env: NodeJS.ProcessEnv;
  /** The workspace folders, whose programs are never started. */
  readonly folders?: readonly string[];
}

/**
 * Opens the page in the browser, or returns a link if that isn't possible. The browser opens a file that redirects to the
 * link, because every user of this machine can read a program's arguments.
 */
export async function openPage(
  pageServer: Pick<PageServer, "newLink" | "redirectFile">,
  { mayOpen, env, folders }: OpenPageOptions,
): Promise<string> {
  // Creating the file can fail, for example on a full disk. A link still works.
  const file = mayOpen ? await pageServer.redirectFile().catch(() => undefined) : undefined;
  if (file !== undefined && (await openInBrowser(file, env, folders))) return "opened in your browser";
  return `${pageServer.newLink()} (works once)`;
}
