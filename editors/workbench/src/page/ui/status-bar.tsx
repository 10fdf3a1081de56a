/** Shows who is connected, what Claude sees, what is pending, and the cursor position. */
import { useApp } from "../app-parts.js";
import { ChangeCount } from "../changes/change-count.js";
import { fileNameOf } from "../core/paths.js";
import { ProblemCount, ServerStatus } from "../language/language-status.js";
import { ClientStatusItem } from "./client-status.js";
import { CodeStatus } from "./code-status.js";
import { Icon } from "./icons.js";
import { titleWithKey } from "./key-hint.js";

export function StatusBar() {
  const { connection, store, sharing, reviews } = useApp();
  const model = store.model.value;
  // The last model is outdated.
  if (connection.state.value === "ended")
    return (
      <footer class="status-bar">
        <span class="status-item">
          <span class="dot" aria-hidden="true" />
          Not connected to Tandem
        </span>
      </footer>
    );
  if (!model)
    return (
      <footer class="status-bar">
        <span class="status-item">Connecting…</span>
      </footer>
    );
  const pending = model.tabs.filter((tab) => tab.kind === "review").length;
  const front = store.view.value.front[store.view.value.group];
  const active = model.tabs.find((tab) => tab.id === front);
  const cursor = store.cursor.value;
  return (
    <footer class="status-bar">
      <ClientStatusItem />
      <button
        type="button"
        role="switch"
        class={`status-item${model.isPaused ? " paused" : ""}`}
        aria-checked={!model.isPaused}
        data-testid="status-sharing"
        title="Share your selection and files with Claude"
        onClick={() => void sharing.setPaused(!model.isPaused)}
      >
        <Icon name={model.isPaused ? "pause" : "eye"} />
        {model.isPaused ? "Sharing paused" : "Sharing on"}
      </button>
      {model.lastShared !== undefined && !model.isPaused && model.clients.length > 0 && (
        <span class="status-item muted optional" data-testid="status-last-shared" title={model.lastShared}>
          Claude sees {fileNameOf(model.lastShared, model.separator)}
        </span>
      )}
      {model.queuedMentions > 0 && (
        <span class="status-item" data-testid="status-mentions">
          {model.queuedMentions} queued mention{model.queuedMentions === 1 ? "" : "s"}
        </span>
      )}
      <CodeStatus />
      <span class="status-gap" />
      {pending > 0 && (
        <button
          type="button"
          class="status-item attention"
          data-testid="status-reviews"
          title={titleWithKey("Next pending review", "Alt-r")}
          onClick={() => reviews.showNext()}
        >
          {pending} pending review{pending === 1 ? "" : "s"}
        </button>
      )}
      <ChangeCount />
      <ProblemCount />
      {cursor && (
        <span class="status-item" data-testid="status-cursor">
          Ln {cursor.line}, Col {cursor.column}
          {cursor.selected > 0 && ` (${cursor.selected} selected)`}
        </span>
      )}
      {active?.kind === "file" && <ServerStatus tab={active} />}
      {active?.kind === "file" && (
        <span class="status-item optional" data-testid="status-language">
          {active.languageId}
        </span>
      )}
    </footer>
  );
}
