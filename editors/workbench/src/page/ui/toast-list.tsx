/** Toasts, in a live region that screen readers read out. */
import { useApp } from "../app-parts.js";
import { IconButton } from "./button.js";

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
          <IconButton icon="close" label="Dismiss" onClick={() => toasts.dismiss(toast.id)} />
        </div>
      ))}
    </output>
  );
}
