/** In the status bar: the workspace's own kernel while it runs code, and that code runs without a question. */
import { useApp } from "../app-parts.js";
import { Icon } from "./icons.js";

export function CodeStatus() {
  const { store, sharing, connection, toasts } = useApp();
  const model = store.model.value;
  const kernel = model?.kernels?.find(({ path }) => path === undefined);
  const isBusy = kernel !== undefined && kernel.status !== "idle" && kernel.status !== "not started";
  return (
    <>
      {isBusy && (
        <button
          type="button"
          class="status-item"
          data-testid="status-kernel"
          title="Interrupt the code that Claude runs"
          onClick={() =>
            void connection.request("kernel.interrupt", {}).catch((error: unknown) => toasts.showError(error))
          }
        >
          <Icon name="close" />
          {kernel.status === "busy" ? "Claude's code runs" : `Kernel ${kernel.status}`}
        </button>
      )}
      {model?.isCodeAllowed && model.kernels && (
        <button
          type="button"
          class="status-item attention"
          data-testid="status-code-allowed"
          title="Ask again before code runs"
          onClick={() => void sharing.askBeforeCode()}
        >
          <Icon name="warning" />
          Code runs without asking
        </button>
      )}
    </>
  );
}
