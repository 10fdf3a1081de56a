/** Reading files must not download anything. */
import { chmodSync, existsSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { temporaryDirectory, writeTo } from "../testing/language/temporary.js";
import { packageFolder } from "../testing/language/typescript-project.js";

test("TypeScript doesn't run npm to download types", async () => {
  const [folder, home, programs] = [temporaryDirectory(), temporaryDirectory(), temporaryDirectory()];
  writeTo(folder, "package.json", JSON.stringify({ dependencies: { lodash: "4" } }));
  const path = writeTo(folder, "a.js", 'const _ = require("lodash");\n_.chunk([1], 1);\n');
  const called = join(home, "npm-was-called");
  // A fake npm that only records that it was called.
  chmodSync(writeTo(programs, "npm", `#!/bin/sh\ntouch '${called}'\nexit 1\n`), 0o755);
  symlinkSync(join(packageFolder("typescript"), "bin/tsc"), join(programs, "tsc"));
  const PATH = [programs, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const { servers } = startServers({ folders: [folder], env: { PATH, HOME: home } });
  servers.opened({ path, languageId: "javascript", version: 0, text: () => 'require("lodash");\n' });
  for (let round = 0; round < 3; round++) {
    expect(await servers.diagnostics(path, timeLimits.warmUp())).toMatchObject({ isCurrent: true });
    servers.changed({
      path,
      languageId: "javascript",
      version: round + 1,
      text: () => `require("lodash");\n// ${round}\n`,
    });
  }
  await servers.close();
  expect(existsSync(called)).toBe(false);
});
