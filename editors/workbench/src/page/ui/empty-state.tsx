/** What to do first, while nothing is open. */
import { useApp } from "../app-parts.js";
import { Icon } from "./icons.js";
import { KeyHint } from "./key-hint.js";

export function EmptyState() {
  const { store, sharing } = useApp();
  const model = store.model.value;
  if (!model) return null;
  const isConnected = model.clients.length > 0;
  return (
    <div class="empty-state" data-testid="empty">
      <ol>
        <li>
          <h2>Open a file</h2>
          <p>
            <button
              type="button"
              class="button"
              onClick={() => {
                store.dialog.value = { kind: "quick-open", text: "" };
              }}
            >
              Go to file <KeyHint keys="Mod-p" />
            </button>
          </p>
        </li>
        <li class={isConnected ? "done" : ""}>
          <h2>{isConnected ? "Claude is connected" : "Start Claude in a terminal"}</h2>
          {isConnected ? (
            <p class="muted">It sees the file and the lines that you select.</p>
          ) : (
            <p class="command">
              <code>{model.command}</code>
              <button
                type="button"
                class="icon-button"
                aria-label="Copy the command"
                title="Copy the command"
                onClick={() => void sharing.copy(model.command, "the command")}
              >
                <Icon name="copy" />
              </button>
            </p>
          )}
          {!isConnected && model.hasTerminal && (
            <p>
              <button
                type="button"
                class="button"
                onClick={() => {
                  store.isTerminalOpen.value = true;
                }}
              >
                or start it here <KeyHint keys="Ctrl-`" />
              </button>
            </p>
          )}
        </li>
        <li>
          <h2>Decide</h2>
          <p class="muted">
            What Claude proposes opens here. Accept it with <KeyHint keys="Alt-Shift-y" />, or change by change with{" "}
            <KeyHint keys="Alt-y" /> and <KeyHint keys="Alt-n" />. Point at code with <KeyHint keys="Alt-k" />.
          </p>
        </li>
      </ol>
    </div>
  );
}
