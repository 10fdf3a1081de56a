/** Finds files while the user types; only the answer to what was typed last counts. */
import { useEffect, useState } from "preact/hooks";
import type { Results } from "../../messages.js";
import { useApp } from "../app-parts.js";
import type { Toasts } from "../core/toasts.js";

const mostShown = 60;

/** Undefined while nothing was found yet, or when nothing is looked for. */
export function useFoundFiles(query: string | undefined, toasts: Toasts): Results["files.find"] | undefined {
  const { connection } = useApp();
  const [found, setFound] = useState<Results["files.find"]>();
  useEffect(() => {
    if (query === undefined) return;
    let isLatest = true;
    connection.request("files.find", { query, limit: mostShown }).then(
      (answer) => isLatest && setFound(answer),
      (error: unknown) => isLatest && toasts.showError(error),
    );
    return () => {
      isLatest = false;
    };
  }, [connection, query, toasts]);
  return query === undefined ? undefined : found;
}
