/** Tests against the real typescript-language-server: with pushed diagnostics, and with those that Tandem requests. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clean, codesIn, openText, right, typeError, wrong } from "../testing/language/answers.js";
import { timeLimits } from "../testing/language/start-servers.js";
import { writeTo } from "../testing/language/temporary.js";
import { askedServer, pushServer, typescriptProject } from "../testing/language/typescript-project.js";
import { createLanguageServers, type LanguageServers } from "./index.js";

// One server for all tests of a kind, because it takes seconds to start. Each test has its own folder in the root.
describe.each([
  // Pushed diagnostics arrive 350 ms after a change at the earliest, so use the longer timeout for all files.
  { name: "by push", settings: pushServer, limit: timeLimits.allFiles, rounds: 4 },
  { name: "by request", settings: askedServer, limit: timeLimits.oneFile, rounds: 50 },
])("typescript-language-server, $name", ({ settings, limit, rounds }) => {
  let root: string;
  let servers: LanguageServers;
  const ask = async (path: string, signal = limit()) => codesIn(await servers.diagnostics(path, signal));

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-language-")));
    servers = createLanguageServers({ folders: [root], settings });
    const path = join(typescriptProject({ "a.ts": wrong }, join(root, "warm")), "a.ts");
    // A cold server pushes syntax errors seconds before type errors.
    const askLong = () => ask(path, AbortSignal.timeout(60_000));
    await vi.waitFor(async () => expect(await askLong()).toEqual(typeError), { timeout: 60_000 });
  }, 90_000);

  afterAll(async () => {
    await servers.close();
    rmSync(root, { recursive: true, force: true });
  });

  test(`the next response includes an edit on disk, ${rounds} times in a row`, async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "rounds")), "a.ts");
    expect(await ask(path, timeLimits.warmUp())).toEqual(clean);
    for (let round = 0; round < rounds; round++) {
      writeFileSync(path, `// ${round}\n${wrong}`);
      expect([round, await ask(path)]).toEqual([round, typeError]);
      writeFileSync(path, `// ${round}\n${right}`);
      expect([round, await ask(path)]).toEqual([round, clean]);
    }
  });

  test("uses the editor's text while a file is open, and the disk's after it is closed", async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "open")), "a.ts");
    servers.opened(openText(path, 0, right));
    expect(await ask(path, timeLimits.warmUp())).toEqual(clean);
    servers.changed(openText(path, 1, wrong));
    expect(await ask(path)).toEqual(typeError);
    servers.closed(path);
    expect(await ask(path)).toEqual(clean);
  });

  test("a change in one file affects another that uses it", async () => {
    const user = 'import { a } from "./a.js";\nexport const b: number = a;\n';
    const folder = typescriptProject({ "a.ts": right, "b.ts": user }, join(root, "two"));
    const [a, b] = [join(folder, "a.ts"), join(folder, "b.ts")];
    expect(await ask(b, timeLimits.warmUp())).toEqual(clean);
    expect(await ask(a, timeLimits.warmUp())).toEqual(clean);
    writeFileSync(a, 'export const a: string = "x";\n');
    // Nothing is pushed for a.ts, which had no errors and still has none, so the wait times out.
    const names = async () => {
      const { files } = await servers.diagnostics(undefined, AbortSignal.timeout(1000));
      return files.map(({ path }) => path).filter((path) => path.startsWith(folder));
    };
    await expect.poll(names).toEqual([b]);
    writeFileSync(a, right);
    await expect.poll(names).toEqual([]);
  });

  test("a deleted file has no diagnostics", async () => {
    const folder = typescriptProject({ "a.ts": wrong }, join(root, "deleted"));
    const path = join(folder, "a.ts");
    expect(await ask(path, timeLimits.warmUp())).toEqual(typeError);
    rmSync(path);
    expect(await ask(path)).toEqual(clean);
    writeTo(folder, "a.ts", wrong);
    expect(await ask(path)).toEqual(typeError);
  });

  // A server pushes nothing for a file that had no errors and still has none, so the result must not be marked as
  // current.
  test("a clean file stays clean", async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "clean")), "a.ts");
    expect(await ask(path, timeLimits.warmUp())).toEqual(clean);
    writeFileSync(path, `${right}// still\n`);
    expect(await ask(path)).toEqual({ codes: [], isCurrent: settings === askedServer });
  });
});
