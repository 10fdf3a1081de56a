/** A client with the token writes files to make a real language server reveal hidden files. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { connect } from "@tandem-ide/client";
import { MemoryEditor } from "@tandem-ide/memory-editor";
import { createEndpoint, type Editor } from "@tandem-ide/server";
import { expect, onTestFinished, test } from "vitest";
import { startServers } from "../../packages/workspace/src/testing/language/start-servers.js";
import { pullServer } from "../../packages/workspace/src/testing/language/typescript-project.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { put } from "./faults/fixture.js";
import { tally } from "./tally.js";

const secret = "sk-live-0123456789";
const declaration = `export const key = "${secret}" as const;\nexport const keys = { hushHush: 1 };\n`;

/** What a client writes to make type errors quote `key` and `keys` of a module. */
const probes: Readonly<Record<string, (module: string) => string>> = {
  "a literal type": (module) => `import { key } from "${module}";\nexport const n: "zz" = key;\n`,
  "a literal type, through an import type": (module) =>
    `export const n: "zz" = {} as typeof import("${module}").key;\n`,
  "the shape of an object": (module) => `import { keys } from "${module}";\nexport const n: { zz: 1 } = keys;\n`,
  "a property that is missing": (module) =>
    `import { keys } from "${module}";\nexport const n: typeof keys = {};\nkeys.hush;\n`,
  "a template literal": (module) => `import { key } from "${module}";\nexport const n: \`zz\${string}\` = key;\n`,
  "a comparison that is never true": (module) => `import { key } from "${module}";\nif (key === "zz") throw 1;\n`,
  "a quote in a comment before the path": (module) =>
    `/* ' */ import { key } from '${module}';\nexport const n: "zz" = key;\n`,
  "a path in escapes": (module) =>
    `import { key } from "${module.replace(".", "\\x2e")}";\nexport const n: "zz" = key;\n`,
  "a path whose slashes lean back": (module) =>
    `import { key } from "${module.replaceAll("/", "\\\\")}";\nexport const n: "zz" = key;\n`,
  "a long way round": (module) => `import { key } from "${"./".repeat(300)}${module}";\nexport const n: "zz" = key;\n`,
  "a type that ends the quote before the text": (module) =>
    `import { key } from "${module}";\nexport const n: \`x' \${typeof key} 'y\` = 0;\n`,
  "a suggestion for a misspelt name": (module) => `import * as all from "${module}";\nall.keyss; all.keys.hushHus;\n`,
};

test.each([
  ["hidden by a rule", "secret.ts", "./secret"],
  ["outside the folders", "../outside/secret.ts", "../outside/secret"],
])("type errors do not quote a file that is %s", async (_what, file, module) => {
  const root = temporaryDirectory();
  const folder = join(root, "folder");
  mkdirSync(folder);
  put(folder, "tsconfig.json", JSON.stringify({ compilerOptions: { strict: true, noEmit: true, types: [] } }));
  put(folder, ".tandemignore", "/secret.ts\n");
  mkdirSync(join(root, "outside"));
  put(folder, file, declaration);
  const { servers } = startServers({ folders: [folder], settings: pullServer });
  const editor = new MemoryEditor({ folders: [folder] });
  const diagnostics: Editor["diagnostics"] = (asked, signal) => servers.diagnostics(asked, signal);
  const configDir = temporaryDirectory();
  const endpoint = await createEndpoint(Object.assign(editor, { diagnostics }), {
    configDir,
    home: configDir,
    env: {},
    workspaceRequests: "write",
  });
  onTestFinished(() => endpoint.close());
  const client = await connect(endpoint);
  onTestFinished(() => client.close());
  const leaks: string[] = [];
  let attempts = 0;
  for (const [what, probe] of Object.entries(probes)) {
    const name = `probe-${attempts++}.ts`;
    await client.request("writeFile", { path: name, content: probe(module) });
    await eventually(async () => {
      const [answer] = await client.call("getDiagnostics", { uri: join(folder, name) });
      expect(answer?.diagnostics.length).toBeGreaterThan(0);
      const words = JSON.stringify(answer);
      if (/sk-live|0123|hushHush/.test(words)) leaks.push(`${what}: ${words}`);
    });
  }
  expect(leaks).toEqual([]);
  tally({ what: "Type errors that would quote hidden files", attempts, crashes: 0, lost: 0, leaked: leaks.length });
});
