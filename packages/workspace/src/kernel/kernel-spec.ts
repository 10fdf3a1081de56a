/** Which of a server's kernels runs Python. */
import { isRecord } from "@tandem/base";
import { KernelError } from "./errors.js";

export interface KernelSpec {
  readonly name: string;
  readonly displayName: string;
  readonly language: string;
}

export interface KernelSpecs {
  readonly default: string;
  readonly specs: readonly KernelSpec[];
}

/** Reads a server's answer; what is no specification is left out. */
export function readKernelSpecs(answer: unknown): KernelSpecs {
  const named = isRecord(answer) && isRecord(answer.kernelspecs) ? answer.kernelspecs : {};
  const specs: KernelSpec[] = [];
  for (const [name, model] of Object.entries(named)) {
    const spec = isRecord(model) ? model.spec : undefined;
    if (!isRecord(spec) || typeof spec.language !== "string") continue;
    const displayName = typeof spec.display_name === "string" ? spec.display_name : name;
    specs.push({ name, displayName, language: spec.language });
  }
  return { default: isRecord(answer) && typeof answer.default === "string" ? answer.default : "", specs };
}

export interface KernelWish {
  readonly name: string;
  /** False: when the server does not have it, another Python will do. */
  readonly isRequired: boolean;
}

/** The kernel that is wished for; else the server's default when that is Python; else any Python. */
export function choosePython({ default: standard, specs }: KernelSpecs, where: string, wish?: KernelWish): KernelSpec {
  const pythons = specs.filter(isPython);
  const shown = pythons.map(({ name }) => name).join(", ") || "none";
  if (wish !== undefined) {
    const wished = specs.find(({ name }) => name === wish.name);
    if (wished !== undefined && !isPython(wished))
      throw new KernelError(
        "wrong-language",
        `The kernel "${wish.name}" runs ${wished.language}, and only Python can be run here. ${where} has these for Python: ${shown}.`,
      );
    if (wished !== undefined) return wished;
    if (wish.isRequired)
      throw new KernelError(
        "no-kernel",
        `${where} has no kernel "${wish.name}". It has these for Python: ${shown}. Set another name, or none.`,
      );
  }
  const chosen =
    pythons.find(({ name }) => name === standard) ?? pythons.find(({ name }) => name === "python3") ?? pythons[0];
  if (chosen !== undefined) return chosen;
  const others = specs.length === 0 ? "" : ` It has kernels for ${specs.map(({ language }) => language).join(", ")}.`;
  throw new KernelError(
    "no-kernel",
    `${where} has no kernel for Python.${others} Install one where the server runs: \`python3 -m pip install ipykernel\`, ` +
      "or on Debian and Ubuntu `sudo apt install python3-ipykernel`.",
  );
}

function isPython({ language }: KernelSpec): boolean {
  return language.toLowerCase() === "python";
}
