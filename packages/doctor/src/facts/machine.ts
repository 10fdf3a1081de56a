/** Detects containers, WSL and SSH, from which editors elsewhere can't be seen. */
import { join } from "node:path";
import { exists, readText } from "./files.js";
import type { Surroundings } from "./surroundings.js";

/** The kind of machine. */
export interface MachineFacts {
  /** The distribution's name in the Windows Subsystem for Linux. */
  readonly wsl?: string;
  /** The kind of container, such as `Docker container`. */
  readonly container?: string;
  /** Whether the terminal was reached over SSH. */
  readonly isSsh: boolean;
}

async function findWsl({ env, root, platform }: Surroundings): Promise<string | undefined> {
  if (platform !== "linux") return undefined;
  if (env.WSL_DISTRO_NAME) return env.WSL_DISTRO_NAME;
  const kernel = await readText(join(root, "proc/sys/kernel/osrelease")).catch(() => "");
  return /microsoft/i.test(kernel ?? "") ? "WSL" : undefined;
}

async function findContainer({ env, root, platform }: Surroundings): Promise<string | undefined> {
  if (env.CODESPACES === "true") return "codespace";
  if (env.REMOTE_CONTAINERS === "true" || env.DEVCONTAINER === "true") return "dev container";
  if (platform !== "linux") return undefined;
  if (env.KUBERNETES_SERVICE_HOST) return "Kubernetes pod";
  if (await exists(join(root, ".dockerenv"))) return "Docker container";
  if (await exists(join(root, "run/.containerenv"))) return "Podman container";
  const groups = (await readText(join(root, "proc/1/cgroup")).catch(() => "")) ?? "";
  const [, name] = /(docker|kubepods|containerd|lxc|libpod)/.exec(groups) ?? [];
  return name === undefined ? undefined : "container";
}

/** Detects the kind of machine. */
export async function gatherMachine(surroundings: Surroundings): Promise<MachineFacts> {
  const { SSH_CONNECTION, SSH_TTY, SSH_CLIENT } = surroundings.env;
  const [wsl, container] = await Promise.all([findWsl(surroundings), findContainer(surroundings)]);
  return {
    ...(wsl !== undefined && { wsl }),
    ...(container !== undefined && { container }),
    isSsh: Boolean(SSH_CONNECTION || SSH_TTY || SSH_CLIENT),
  };
}
