/** Chooses a Python kernel from those of a server. */
import { isRecord } from "@tandem-ide/base";
import { KernelError } from "./errors.js";

export interface KernelSpec {
  readonly name: string;
  readonly language: string;
}

export interface KernelSpecs {
  readonly default: string;
  readonly specs: readonly KernelSpec[];
}

/** Reads a server's answer. Ignores invalid specifications. */
export function readKernelSpecs(answer: unknown): KernelSpecs {
  const named = isRecord(answer) && isRecord(answer.kernelspecs) ? answer.kernelspecs : {};
  const specs: KernelSpec[] = [];
  for (const [name, model] of Object.entries(named)) {
    const spec = isRecord(model) ? model.spec : undefined;
    if (!isRecord(spec) || typeof spec.language !== "string") continue;
    specs.push({ name, language: spec.language });
  }
  return { default: isRecord(answer) && typeof answer.default === "string" ? answer.default : "", specs };
}

export interface RequestedKernel {
  readonly name: string;
  /** If false, another Python kernel is used when the server doesn't have this one. */
  readonly isRequired: boolean;
}

/** Returns the requested kernel, or else the server's default if that is Python, or else any Python kernel. */
export function choosePython(
  { default: standard, specs }: KernelSpecs,
  where: string,
  requested?: RequestedKernel,
): KernelSpec {
  const pythons = specs.filter(isPython);
  const shown = pythons.map(({ name }) => name).join(", ") || "none";
  if (requested !== undefined) {
    const found = specs.find(({ name }) => name === requested.name);
    if (found !== undefined && !isPython(found))
      throw new KernelError(
        "wrong-language",
        `The kernel "${requested.name}" runs ${found.language}, but only Python is supported. Python kernels on ${where}: ${shown}.`,
      );
    if (found !== undefined) return found;
    if (requested.isRequired)
      throw new KernelError(
        "no-kernel",
        `There is no kernel "${requested.name}" on ${where}. Its Python kernels: ${shown}. Choose one of them, or remove the setting.`,
      );
  }
  const chosen =
    pythons.find(({ name }) => name === standard) ?? pythons.find(({ name }) => name === "python3") ?? pythons[0];
  if (chosen !== undefined) return chosen;
  const others =
    specs.length === 0 ? "" : ` It only has kernels for ${specs.map(({ language }) => language).join(", ")}.`;
  throw new KernelError(
    "no-kernel",
    `There is no Python kernel on ${where}.${others} Install one on the server: \`python3 -m pip install ipykernel\`, ` +
      "or on Debian and Ubuntu `sudo apt install python3-ipykernel`.",
  );
}

function isPython({ language }: KernelSpec): boolean {
  return language.toLowerCase() === "python";
}
