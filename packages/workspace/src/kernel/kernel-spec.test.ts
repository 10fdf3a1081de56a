import { expect, test } from "vitest";
import { choosePython, readKernelSpecs } from "./kernel-spec.js";

const spec = (language: string) => ({ spec: { language, display_name: `A ${language}`, argv: [] } });
const specs = (kernels: Record<string, string>, standard = "") =>
  readKernelSpecs({
    default: standard,
    kernelspecs: Object.fromEntries(Object.entries(kernels).map(([name, language]) => [name, spec(language)])),
  });

test("the server's default is taken when it is Python, else python3, else any Python", () => {
  expect(choosePython(specs({ python3: "python", conda: "python" }, "conda"), "S").name).toBe("conda");
  expect(choosePython(specs({ conda: "python", python3: "python", ir: "R" }, "ir"), "S").name).toBe("python3");
  expect(choosePython(specs({ ir: "R", conda: "Python" }, "ir"), "S").name).toBe("conda");
});

test("a server without Python is told to be one, and how to mend that", () => {
  expect(() => choosePython(specs({ ir: "R" }), "The server")).toThrow(
    /The server has no kernel for Python.*for R.*pip install ipykernel/,
  );
  expect(() => choosePython(readKernelSpecs(undefined), "The server")).toThrow(/no kernel for Python/);
});

test("a kernel of another language is refused, with those that would do", () => {
  const wish = { name: "ir", isRequired: true };
  expect(() => choosePython(specs({ ir: "R", python3: "python" }), "S", wish)).toThrow(/"ir" runs R.*python3/);
});

test("a name that the server does not have is an error where the user set it, and a hint where a notebook has it", () => {
  const python = specs({ python3: "python" });
  expect(() => choosePython(python, "S", { name: "gone", isRequired: true })).toThrow(/no kernel "gone".*python3/);
  expect(choosePython(python, "S", { name: "gone", isRequired: false }).name).toBe("python3");
});

test("what is no specification is left out", () => {
  expect(readKernelSpecs({ default: 3, kernelspecs: { a: null, b: { spec: {} }, c: spec("python") } })).toEqual({
    default: "",
    specs: [{ name: "c", displayName: "A python", language: "python" }],
  });
});
