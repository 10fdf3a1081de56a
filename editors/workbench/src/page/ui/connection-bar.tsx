/** Says that the host is not there. What was typed meanwhile is kept and sent when it is back. */
import { useApp } from "../app-parts.js";

export function ConnectionBar() {
  const { connection } = useApp();
  const state = connection.state.value;
  return (
    <div role="alert" data-testid="connection">
      {state === "lost" && <p class="connection-bar">Connection to Tandem lost, trying again…</p>}
      {state === "ended" && <p class="connection-bar ended">Tandem has ended. Start it again and reload.</p>}
    </div>
  );
}
