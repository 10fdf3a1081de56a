/** Short words to the user, read aloud by screen readers, with at most one thing to press. */
import { useApp } from "../app-parts.js";
import { Icon } from "./icons.js";

export function ToastList() {
  const { store, toasts } = useApp();
  return (
    <output class="toasts" aria-live="polite" data-testid="toasts">
      {store.toasts.value.map((toast) => (
        <div key={toast.id} class={`toast ${toast.kind}`} data-testid="toast">
          <span class="toast-text">{toast.text}</span>
          {toast.action && (
            <button
              type="button"
              class="toast-action"
              onClick={() => {
                toasts.dismiss(toast.id);
                toast.action?.run();
              }}
            >
              {toast.action.label}
            </button>
          )}
          <button type="button" class="icon-button" aria-label="Dismiss" onClick={() => toasts.dismiss(toast.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </output>
  );
}
