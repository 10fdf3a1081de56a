import { expect, test } from "vitest";
import { choosePython, readKernelSpecs } from "./kernel-spec.js";

const spec = (language: string) => ({ spec: { language, display_name: `A ${language}`, argv: [] } });
const specs = (kernels: Record<string, string>, standard = "") =>
  readKernelSpecs({
    default: standard,
    kernelspecs: Object.fromEntries(Object.entries(kernels).map(([name, language]) => [name, spec(language)])),
  });

test("prefers the server's default if it is Python, then python3, then any Python", () => {
  expect(choosePython(specs({ python3: "python", conda: "python" }, "conda"), "S").name).toBe("conda");
  expect(choosePython(specs({ conda: "python", python3: "python", ir: "R" }, "ir"), "S").name).toBe("python3");
  expect(choosePython(specs({ ir: "R", conda: "Python" }, "ir"), "S").name).toBe("conda");
});

test("explains how to add Python to a server without it", () => {
  expect(() => choosePython(specs({ ir: "R" }), "The server")).toThrow(
    /no Python kernel on The server.*for R.*pip install ipykernel/,
  );
  expect(() => choosePython(readKernelSpecs(undefined), "The server")).toThrow(/no Python kernel/);
});

test("rejects a kernel of another language and lists the Python kernels", () => {
  const requested = { name: "ir", isRequired: true };
  expect(() => choosePython(specs({ ir: "R", python3: "python" }), "S", requested)).toThrow(/"ir" runs R.*python3/);
});

test("an unknown name is an error in the settings, and a hint in a notebook", () => {
  const python = specs({ python3: "python" });
  expect(() => choosePython(python, "S", { name: "gone", isRequired: true })).toThrow(/no kernel "gone".*python3/);
  expect(choosePython(python, "S", { name: "gone", isRequired: false }).name).toBe("python3");
});

test("ignores invalid specifications", () => {
  expect(readKernelSpecs({ default: 3, kernelspecs: { a: null, b: { spec: {} }, c: spec("python") } })).toEqual({
    default: "",
    specs: [{ name: "c", language: "python" }],
  });
});
