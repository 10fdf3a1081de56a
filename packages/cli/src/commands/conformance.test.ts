/** Usage errors of `tandem conformance`. The runs are tested in test/. */
import { expect, test } from "vitest";
import type { CompletionModel } from "../completion/model.js";
import { runCommand } from "../testing/test-context.js";

test.each([
  [["--client", "31624"], /--client doesn't accept a port: 31624\.\nTo check.*: tandem conformance 31624\n/],
  [["31624", "--client"], /--client doesn't accept a port/],
  [["--client", "--slow"], /--slow can't be combined with --client/],
  [["--client", "--may-write"], /--may-write can't be combined with --client\..*--accept/],
  [["--client", "--requests", "ask"], /--requests can't be combined with --client/],
  [["--requests", "perhaps"], /Allowed choices are off, read, ask, write/],
  [["--timeout", "5"], /--timeout needs --client/],
  [["--accept"], /--accept needs --client/],
  [["claude", "--json"], /claude isn't a valid port.*\nTo check a client.*: tandem conformance --client -- command\n/],
  [["99999"], /Use a whole number from 1 to 65535/],
  [["--client", "--timeout", "soon"], /Use a number of seconds greater than 0/],
  [["--client", "--only", "WSM"], /No client check matches WSM\. Use a section/],
])("conformance %j is exit code 2 and says what to do", async (args, message) => {
  const { exitCode, stdout, stderr } = await runCommand(["conformance", ...args], {}, "/");
  expect(stderr).toMatch(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
});

test("help shows how to start a client", async () => {
  const { stdout } = await runCommand(["conformance", "--help"], {}, "/");
  expect(stdout).toMatch(/^ {7}tandem conformance --client \[options\] \[-- command…\]$/m);
  expect(stdout).toContain("tandem conformance --client -- claude --ide");
});

test("shells complete the options for endpoints and clients", async () => {
  const { stdout } = await runCommand(["completion", "--json"], {}, "/");
  const model: CompletionModel = JSON.parse(stdout);
  const command = model.commands.find(({ name }) => name === "conformance");
  const option = (name: string) => command?.options.find(({ names }) => names.includes(name));
  expect(option("--client")).toEqual({
    names: ["--client"],
    description: "check a client instead of an endpoint",
    isRepeatable: false,
  });
  expect(option("--timeout")?.takes).toEqual({ kind: "unknown" });
  expect(option("--accept")).not.toHaveProperty("takes");
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = (await runCommand(["completion", shell], {}, "/")).stdout;
    for (const name of ["client", "timeout", "accept"]) expect(script).toContain(name);
  }
});
