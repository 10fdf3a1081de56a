/** Shown while no file is open: the first steps. */
import { useApp } from "../app-parts.js";
import { Button, IconButton } from "./button.js";
import { KeyHint } from "./key-hint.js";

export function EmptyState() {
  const { store, sharing } = useApp();
  const model = store.model.value;
  if (!model) return null;
  const isConnected = model.clients.length > 0;
  const goToFile = () => {
    store.dialog.value = { kind: "quick-open", text: "" };
  };
  const openTerminal = () => {
    store.isTerminalOpen.value = true;
  };
  return (
    <div class="empty-state" data-testid="empty">
      <ol>
        <li>
          <h2>Open a file</h2>
          <p>
            <Button onClick={goToFile}>
              Go to file <KeyHint keys="Mod-p" />
            </Button>
          </p>
        </li>
        <li class={isConnected ? "done" : ""}>
          <h2>{isConnected ? "Claude is connected" : "Start Claude Code in a terminal"}</h2>
          {isConnected ? (
            <p class="muted">It sees the active file and your selection.</p>
          ) : (
            <p class="command">
              <code>{model.command}</code>
              <IconButton icon="copy" label="Copy command" onClick={() => void sharing.copyCommand()} />
            </p>
          )}
          {!isConnected && model.hasTerminal && (
            <p>
              <Button onClick={openTerminal}>
                Or start it here <KeyHint keys="Ctrl-`" />
              </Button>
            </p>
          )}
        </li>
        <li>
          <h2>Review changes</h2>
          <p class="muted">
            Claude's proposals open here. Accept all changes with <KeyHint keys="Alt-Shift-y" />, or accept and reject
            them one by one with <KeyHint keys="Alt-y" /> and <KeyHint keys="Alt-n" />. Mention code in Claude's prompt
            with <KeyHint keys="Alt-k" />.
          </p>
          {model.recordsChanges && (
            <p class="muted">
              Edits that Claude makes without asking are listed in the sidebar, where you can undo them.
            </p>
          )}
        </li>
      </ol>
    </div>
  );
}
