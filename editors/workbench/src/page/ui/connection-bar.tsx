/** Says that the host is not there. What was typed meanwhile is kept and sent when it is back. */
import { useApp } from "../app-parts.js";

export function ConnectionBar() {
  const { connection } = useApp();
  const state = connection.state.value;
  return (
    <div role="alert" data-testid="connection">
      {state === "lost" && <p class="connection-bar">Connection to Tandem lost, trying again…</p>}
      {state === "replaced" && (
        <p class="connection-bar ended">Another connection of this page took over. Reload to work here.</p>
      )}
      {state === "refused" && (
        <p class="connection-bar ended">
          Tandem does not know this page any more. Open a new link from the terminal where it runs.
        </p>
      )}
      {state === "ended" && (
        <p class="connection-bar ended">Tandem has ended. Start it again, and open the link that it prints.</p>
      )}
    </div>
  );
}
