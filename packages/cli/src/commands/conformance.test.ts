/** What is told to whoever mixes the two halves of `tandem conformance` up. The runs themselves are in test/. */
import { expect, test } from "vitest";
import type { CompletionModel } from "../completion/model.js";
import { runCommand } from "../testing/test-context.js";

test.each([
  [["--client", "31624"], /--client judges a client, which has no port.*\nTo judge.*: tandem conformance 31624\n/],
  [["31624", "--client"], /--client judges a client/],
  [["--client", "--slow"], /--slow is for endpoints/],
  [["--client", "--may-write"], /--may-write is for endpoints\. With --client there is --accept/],
  [["--client", "--requests", "ask"], /--requests is for endpoints/],
  [["--requests", "perhaps"], /Allowed choices are off, read, ask, write/],
  [["--timeout", "5"], /--timeout is for clients: it needs --client/],
  [["--accept"], /--accept is for clients: it needs --client/],
  [["claude", "--json"], /claude is no port.*\nTo judge a client.*: tandem conformance --client -- command\n/],
  [["99999"], /A port is a whole number from 1 to 65535/],
  [["--client", "--timeout", "soon"], /A number of seconds is needed/],
  [["--client", "--only", "WSM"], /No check of a client is called WSM\. Name a section/],
])("conformance %j is exit code 2 and says what to do", async (args, message) => {
  const { exitCode, stdout, stderr } = await runCommand(["conformance", ...args], {}, "/");
  expect(stderr).toMatch(message);
  expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
});

test("the help shows how a client is started", async () => {
  const { stdout } = await runCommand(["conformance", "--help"], {}, "/");
  expect(stdout).toMatch(/^ {7}tandem conformance --client \[options\] \[-- command…\]$/m);
  expect(stdout).toContain("tandem conformance --client -- claude --ide");
});

test("shells complete the options of both halves", async () => {
  const { stdout } = await runCommand(["completion", "--json"], {}, "/");
  const model: CompletionModel = JSON.parse(stdout);
  const command = model.commands.find(({ name }) => name === "conformance");
  const option = (name: string) => command?.options.find(({ names }) => names.includes(name));
  expect(option("--client")).toEqual({
    names: ["--client"],
    description: "check a client in place of an endpoint",
    isRepeatable: false,
  });
  expect(option("--timeout")?.takes).toEqual({ kind: "unknown" });
  expect(option("--accept")).not.toHaveProperty("takes");
  for (const shell of ["bash", "zsh", "fish"]) {
    const script = (await runCommand(["completion", shell], {}, "/")).stdout;
    for (const name of ["client", "timeout", "accept"]) expect(script).toContain(name);
  }
});
