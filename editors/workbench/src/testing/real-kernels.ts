/** The real kernels of this machine as a workbench's code runner, in a separate home. For tests. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createKernels } from "@tandem-ide/workspace/kernel";
import type { CodeRunner } from "../host/code-runner.js";

export interface RealKernels {
  readonly codeRunner: CodeRunner;
  close(): Promise<void>;
}

/** Jupyter's and IPython's files below `home`, so that nothing of the user's is read or written. */
export function jupyterEnvironment(home: string): Record<string, string> {
  return {
    JUPYTER_CONFIG_DIR: join(home, "jupyter-config"),
    JUPYTER_DATA_DIR: join(home, "jupyter-data"),
    JUPYTER_RUNTIME_DIR: join(home, "jupyter-runtime"),
    IPYTHONDIR: join(home, "ipython"),
    PYDEVD_DISABLE_FILE_VALIDATION: "1",
  };
}

/** One server for all tests of a file. The caller closes it. */
export function realKernels(environment: NodeJS.ProcessEnv = {}): RealKernels {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tandem-kernels-")));
  const kernels = createKernels({
    folders: () => [home],
    environment: { ...process.env, HOME: home, ...jupyterEnvironment(home), ...environment },
    interruptPatienceMs: 2_000,
  });
  return {
    codeRunner: {
      forWorkspace: async () => kernels.forFolder(home),
      forNotebook: async (path, kernelName) => kernels.forNotebook(path, kernelName),
      closeNotebook: (path) => kernels.closeNotebook(path),
    },
    close: async () => {
      await kernels.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
