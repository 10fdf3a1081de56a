/** The health check: every 30 s each client is asked for a sign of life (CON-08). The one timer of an idle endpoint. */
import type { Clock, Logger } from "@tandem/base";

export interface HealthChecked {
  checkHealth(): void;
}

/** Begins to check; the function that is returned ends it. */
export function startHealthChecks(
  clock: Clock,
  everyMs: number,
  sessions: ReadonlySet<HealthChecked>,
  log: Logger,
  alsoDo: () => void,
): () => void {
  let cancel: () => void;
  const check = () => {
    if (sessions.size > 0) log.debug(`Health check: ${sessions.size} active connections`);
    for (const session of sessions) session.checkHealth();
    alsoDo();
    cancel = clock.after(everyMs, check);
  };
  cancel = clock.after(everyMs, check);
  return () => cancel();
}
