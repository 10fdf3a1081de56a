/** Finds files while the user types. Responses to outdated queries are ignored. */
import { useEffect, useState } from "preact/hooks";
import type { Results } from "../../messages.js";
import { useApp } from "../app-parts.js";
import type { Toasts } from "../core/toasts.js";

const maxShown = 60;

/** The results and their query, which may be older than the typed text. */
type FoundFiles = Results["files.find"] & { readonly query: string };

/** Undefined without a query or while the first response is pending. */
export function useFoundFiles(query: string | undefined, toasts: Toasts): FoundFiles | undefined {
  const { connection } = useApp();
  const [found, setFound] = useState<FoundFiles>();
  useEffect(() => {
    if (query === undefined) return;
    let isLatest = true;
    connection.request("files.find", { query, limit: maxShown }).then(
      (answer) => isLatest && setFound({ ...answer, query }),
      (error: unknown) => isLatest && toasts.showError(error),
    );
    return () => {
      isLatest = false;
    };
  }, [connection, query, toasts]);
  return query === undefined ? undefined : found;
}
