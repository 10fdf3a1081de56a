/** Pings every client every 30 s (CON-08). This is the only timer of an idle endpoint. */
import type { Clock, Logger } from "@tandem-ide/base";

export interface HealthChecked {
  checkHealth(): void;
}

/** Starts the health checks and returns a function that stops them. */
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
