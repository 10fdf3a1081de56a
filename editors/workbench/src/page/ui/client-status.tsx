/** The clients that are connected, or how to start one. */
import { clientLabels } from "../actions/waiting-reviews.js";
import { useApp } from "../app-parts.js";
import { Icon } from "./icons.js";

export function ClientStatusItem() {
  const { store, sharing } = useApp();
  const model = store.model.value;
  if (!model) return null;
  if (model.clients.length > 0)
    return (
      <span
        class="status-item"
        data-testid="status-clients"
        data-listening={model.clients.filter(({ isListening }) => isListening).length}
      >
        <span class="dot on" aria-hidden="true" />
        {clientLabels(model.clients).join(", ")}
      </span>
    );
  return (
    <span class="status-item" data-testid="status-clients">
      <span class="dot" aria-hidden="true" />
      <span>
        No Claude connected<span class="optional"> – start: </span>
      </span>
      <code class="optional">{model.command}</code>
      <button
        type="button"
        class="icon-button small"
        aria-label="Copy the command that starts Claude"
        title="Copy the command"
        onClick={() => void sharing.copy(model.command, "the command")}
      >
        <Icon name="copy" />
      </button>
    </span>
  );
}
