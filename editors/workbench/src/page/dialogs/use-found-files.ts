/** Finds files while the user types; only the answer to what was typed last counts. */
import { useEffect, useState } from "preact/hooks";
import type { Results } from "../../messages.js";
import { useApp } from "../app-parts.js";
import type { Toasts } from "../core/toasts.js";

const mostShown = 60;

/** What was found, and for which query: that may be an older one than what is typed by now. */
export type FoundFiles = Results["files.find"] & { readonly query: string };

/** Undefined while nothing was found yet, or when nothing is looked for. */
export function useFoundFiles(query: string | undefined, toasts: Toasts): FoundFiles | undefined {
  const { connection } = useApp();
  const [found, setFound] = useState<FoundFiles>();
  useEffect(() => {
    if (query === undefined) return;
    let isLatest = true;
    connection.request("files.find", { query, limit: mostShown }).then(
      (answer) => isLatest && setFound({ ...answer, query }),
      (error: unknown) => isLatest && toasts.showError(error),
    );
    return () => {
      isLatest = false;
    };
  }, [connection, query, toasts]);
  return query === undefined ? undefined : found;
}
