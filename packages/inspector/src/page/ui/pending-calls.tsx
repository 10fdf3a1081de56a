/** The list of calls without a response. */
import { useEffect, useState } from "preact/hooks";
import { titleOf } from "../../reading/index.js";
import { useApp } from "../app.js";
import { duration } from "../core/format.js";
import type { Session } from "../core/session.js";
import { Visible } from "./visible.js";

const tickMs = 1000;
/** The message list has all of them. */
const maxShown = 200;

/** Renders the component every second while it's visible. */
function useSeconds(isNeeded: boolean): void {
  const [, setCount] = useState(0);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") setCount((count) => count + 1);
    }, tickMs);
    return () => clearInterval(timer);
  }, [isNeeded]);
}

export function PendingCalls({ session }: { readonly session: Session }) {
  const { isWaitingOpen, selected, connection } = useApp();
  session.version.value;
  const { pending } = session;
  const isLive = session.kind === "live" && !session.isPaused && connection.state.value === "open";
  useSeconds(isWaitingOpen.value && isLive && pending.length > 0);
  const { now } = session;
  if (pending.length === 0) return null;
  return (
    <section class="waiting" aria-label="Pending calls" data-testid="waiting">
      <h2>
        <button
          type="button"
          class="waiting-head"
          aria-expanded={isWaitingOpen.value}
          onClick={() => {
            isWaitingOpen.value = !isWaitingOpen.value;
          }}
        >
          {session.kind === "live" ? "Waiting for a response" : "Without a response"}
          <span class="badge">{pending.length}</span>
        </button>
      </h2>
      {isWaitingOpen.value && (
        <ul>
          {pending.slice(0, maxShown).map((row) => (
            <li key={`${row.connection} ${row.from} ${JSON.stringify(row.id)}`}>
              <button
                type="button"
                class="waiting-row"
                aria-current={row.number === selected.value}
                disabled={row.number === 0}
                title={row.number === 0 ? "This message is no longer in memory" : undefined}
                onClick={() => {
                  selected.value = row.number;
                }}
              >
                <span class="number">{row.number > 0 ? `#${row.number}` : ""}</span>
                <span class="title">
                  <Visible text={titleOf(row)} />
                </span>
                <span class="about">
                  <Visible text={row.about} />
                </span>
                <span class="took">{duration(Math.max(0, now - row.t))}</span>
              </button>
            </li>
          ))}
          {pending.length > maxShown && <li class="muted">and {pending.length - maxShown} more</li>}
        </ul>
      )}
    </section>
  );
}
