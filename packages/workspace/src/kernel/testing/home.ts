/** A temporary home for Jupyter and IPython, so that tests don't use the user's files. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

export interface TestHome {
  readonly directory: string;
  /** An empty workspace in it. */
  readonly folder: string;
  readonly environment: NodeJS.ProcessEnv;
  remove(): void;
}

export function createHome(): TestHome {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), "tandem-kernel-")));
  const folder = join(directory, "workspace");
  mkdirSync(folder);
  return {
    directory,
    folder,
    environment: {
      ...process.env,
      HOME: directory,
      JUPYTER_CONFIG_DIR: join(directory, "jupyter-config"),
      JUPYTER_DATA_DIR: join(directory, "jupyter-data"),
      JUPYTER_RUNTIME_DIR: join(directory, "jupyter-runtime"),
      IPYTHONDIR: join(directory, "ipython"),
      PYDEVD_DISABLE_FILE_VALIDATION: "1",
    },
    remove: () => rmSync(directory, { recursive: true, force: true, maxRetries: 5 }),
  };
}
