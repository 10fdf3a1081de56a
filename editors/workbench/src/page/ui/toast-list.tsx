/** Toasts, in a live region that screen readers read out. */
import { useApp } from "../app-parts.js";
import { shortPath } from "../core/paths.js";
import { IconButton } from "./button.js";
import { titleWithKey } from "./key-hint.js";

export function ToastList() {
  const { store, toasts } = useApp();
  const model = store.model.value;
  return (
    <output class="toasts" aria-live="polite" data-testid="toasts">
      {model?.rejecting.map(({ id, path }) => (
        <Rejecting key={id} id={id} name={shortPath(path, model)} />
      ))}
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

/** Lasts until the review is rejected. */
function Rejecting({ id, name }: { readonly id: string; readonly name: string }) {
  const { reviews } = useApp();
  return (
    <div class="toast info" data-testid="rejecting">
      <span class="toast-text">Rejecting the edit to {name} in a few seconds.</span>
      <button type="button" class="toast-action" onClick={() => void reviews.keep(id)}>
        {titleWithKey("Undo", "Alt-Shift-t")}
      </button>
    </div>
  );
}
