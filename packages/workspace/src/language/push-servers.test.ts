/** With the real typescript-language-server: by what it pushes, and as the table asks it. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { clean, codesIn, openText, right, typeError, wrong } from "../testing/language/answers.js";
import { patience } from "../testing/language/start-servers.js";
import { writeTo } from "../testing/language/temporary.js";
import { askedServer, pushServer, typescriptProject } from "../testing/language/typescript-project.js";
import { createLanguageServers, type LanguageServers } from "./index.js";

// One server for all tests of a kind, as it takes seconds to start; each test has a folder of its own in its root.
describe.each([
  // What is pushed comes 350 ms after a change at the earliest, so it has the patience of the question about all files.
  { name: "by push", settings: pushServer, limit: patience.allFiles, rounds: 4 },
  { name: "asked", settings: askedServer, limit: patience.oneFile, rounds: 50 },
])("typescript-language-server, $name", ({ settings, limit, rounds }) => {
  let root: string;
  let servers: LanguageServers;
  const ask = async (path: string, signal = limit()) => codesIn(await servers.diagnostics(path, signal));

  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-language-")));
    servers = createLanguageServers({ folders: [root], settings });
    const path = join(typescriptProject({ "a.ts": wrong }, join(root, "warm")), "a.ts");
    // A cold server pushes what its parser says seconds before what it found out about types.
    await vi.waitFor(async () => expect(await ask(path, patience.warmUp())).toEqual(typeError), { timeout: 60_000 });
  }, 90_000);

  afterAll(async () => {
    await servers.close();
    rmSync(root, { recursive: true, force: true });
  });

  test(`an edit on disk is in the next answer, ${rounds} times in a row`, { timeout: 60_000 }, async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "rounds")), "a.ts");
    expect(await ask(path, patience.warmUp())).toEqual(clean);
    for (let round = 0; round < rounds; round++) {
      writeFileSync(path, `// ${round}\n${wrong}`);
      expect([round, await ask(path)]).toEqual([round, typeError]);
      writeFileSync(path, `// ${round}\n${right}`);
      expect([round, await ask(path)]).toEqual([round, clean]);
    }
  });

  test("the editor's text counts while it is open, and the disk's when it is closed", async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "open")), "a.ts");
    servers.opened(openText(path, 0, right));
    expect(await ask(path, patience.warmUp())).toEqual(clean);
    servers.changed(openText(path, 1, wrong));
    expect(await ask(path)).toEqual(typeError);
    servers.closed(path);
    expect(await ask(path)).toEqual(clean);
  });

  test("a change in one file shows in another that uses it", { timeout: 60_000 }, async () => {
    const user = 'import { a } from "./a.js";\nexport const b: number = a;\n';
    const folder = typescriptProject({ "a.ts": right, "b.ts": user }, join(root, "two"));
    const [a, b] = [join(folder, "a.ts"), join(folder, "b.ts")];
    expect(await ask(b, patience.warmUp())).toEqual(clean);
    expect(await ask(a, patience.warmUp())).toEqual(clean);
    writeFileSync(a, 'export const a: string = "x";\n');
    // About a.ts, which is clean and was, nothing is pushed: that is waited for in vain, and the answer comes early.
    const names = async () => {
      const { files } = await servers.diagnostics(undefined, AbortSignal.timeout(1000));
      return files.map(({ path }) => path).filter((path) => path.startsWith(folder));
    };
    await expect.poll(names, { timeout: 15_000 }).toEqual([b]);
    writeFileSync(a, right);
    await expect.poll(names, { timeout: 15_000 }).toEqual([]);
  });

  test("a file that is deleted has no diagnostics", async () => {
    const folder = typescriptProject({ "a.ts": wrong }, join(root, "deleted"));
    const path = join(folder, "a.ts");
    expect(await ask(path, patience.warmUp())).toEqual(typeError);
    rmSync(path);
    expect(await ask(path)).toEqual(clean);
    writeTo(folder, "a.ts", wrong);
    expect(await ask(path)).toEqual(typeError);
  });

  // Where nothing was wrong and still nothing is, nothing is pushed: then the answer may not be called current.
  test("a clean file that stays clean", async () => {
    const path = join(typescriptProject({ "a.ts": right }, join(root, "clean")), "a.ts");
    expect(await ask(path, patience.warmUp())).toEqual(clean);
    writeFileSync(path, `${right}// still\n`);
    expect(await ask(path)).toEqual({ codes: [], isCurrent: settings === askedServer });
  });
});
