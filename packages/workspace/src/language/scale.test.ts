/** A workspace of 5,000 TypeScript files, with the real server. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startServers, timeLimits } from "../testing/language/start-servers.js";
import { pullServer, typescriptProject } from "../testing/language/typescript-project.js";

const folders = 100;
const filesPerFolder = 50;
const gigabyte = 1024 ** 3;

/** The memory of a process and its descendants in bytes. Linux only. */
function residentBytes(pid: number): number {
  const own = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? "0";
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean);
  return Number(own) * 1024 + children.reduce((sum, child) => sum + residentBytes(Number(child)), 0);
}

/** Every file imports the one before it and the first of its folder, so that a change affects many files. */
function bigProject(): string {
  const root = typescriptProject({});
  for (let folder = 0; folder < folders; folder++) {
    mkdirSync(join(root, `part-${folder}`));
    for (let file = 0; file < filesPerFolder; file++) {
      const previous = file > 0 ? `./file-${file - 1}.js` : folder > 0 ? `../part-${folder - 1}/file-0.js` : undefined;
      const lines = previous === undefined ? ["const Before = 1;"] : [`import { value as Before } from "${previous}";`];
      lines.push(
        `export interface Shape${file} { readonly id: number; readonly name: string; parts?: Shape${file}[] }`,
      );
      lines.push(`export function make${file}(id: number): Shape${file} { return { id, name: String(id + Before) }; }`);
      lines.push(`export const value: number = Before + 1;`);
      writeFileSync(join(root, `part-${folder}`, `file-${file}.ts`), `${lines.join("\n")}\n`);
    }
  }
  return root;
}

test.skipIf(process.platform !== "linux")(
  "5,000 files: under 1 GB, and current within the client's time limit once warm",
  { timeout: 90_000 },
  async () => {
    const root = bigProject();
    const { servers } = startServers({ folders: [root], settings: pullServer });
    const first = join(root, "part-0/file-0.ts");
    const second = join(root, "part-0/file-1.ts");
    const far = join(root, `part-${folders - 1}/file-${filesPerFolder - 1}.ts`);
    expect(await servers.diagnostics(far, AbortSignal.timeout(60_000))).toMatchObject({ isCurrent: true });
    const original = readFileSync(first, "utf8");
    for (let round = 0; round < 5; round++) {
      writeFileSync(first, original.replace("value: number = Before + 1", 'value: string = "x"'));
      const one = await servers.diagnostics(second, timeLimits.oneFile());
      expect(one).toMatchObject({ isCurrent: true, files: [{ path: second, diagnostics: [{ code: 2322 }] }] });
      const all = await servers.diagnostics(undefined, timeLimits.allFiles());
      expect(all).toMatchObject({ isCurrent: true, files: [{ path: second }] });
      writeFileSync(first, original);
      expect(await servers.diagnostics(second, timeLimits.oneFile())).toEqual({
        files: [{ path: second, diagnostics: [] }],
        isCurrent: true,
      });
    }
    const [status] = servers.status();
    const sizes = { server: residentBytes(status?.pid ?? 0), host: process.memoryUsage().rss };
    expect(sizes.server).toBeGreaterThan(0);
    expect(sizes.server).toBeLessThan(gigabyte);
    expect(sizes.host).toBeLessThan(gigabyte);
  },
);
