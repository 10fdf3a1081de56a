/** Lists the connected clients, or shows how to start one. */
import { clientLabels } from "../actions/pending-reviews.js";
import { useApp } from "../app-parts.js";
import { IconButton } from "./button.js";

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
        Claude: not connected<span class="optional"> – start with </span>
      </span>
      <code class="optional">{model.command}</code>
      <IconButton
        icon="copy"
        label="Copy command"
        class="icon-button small"
        onClick={() => void sharing.copyCommand()}
      />
    </span>
  );
}
