/** Status bar items for code that Claude runs: the workspace kernel, and whether code runs without asking. */
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
          title="Interrupt Claude's code"
          onClick={() => void toasts.attempt(() => connection.request("kernel.interrupt", {}))}
        >
          <Icon name="close" />
          {kernel.status === "busy" ? "Running Claude's code" : `Kernel ${kernel.status}`}
        </button>
      )}
      {model?.isCodeAllowed && model.kernels && (
        <button
          type="button"
          class="status-item attention"
          data-testid="status-code-allowed"
          title="Ask before running code"
          onClick={() => void sharing.askBeforeCode()}
        >
          <Icon name="warning" />
          Claude runs code without asking
        </button>
      )}
    </>
  );
}
