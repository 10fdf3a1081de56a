import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { writePrivately } from "./report-file.js";

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "tandem-report-"));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

test("follows a symbolic link only on request", async () => {
  const home = await folder();
  const [precious, report] = [join(home, "precious"), join(home, "report.json")];
  await writeFile(precious, "mine");
  await symlink("precious", report);
  await expect(writePrivately(report, "{}", { followsLinks: false })).rejects.toThrow("is a symbolic link");
  expect(await readFile(precious, "utf8")).toBe("mine");
  await writePrivately(report, "{}", { followsLinks: true });
  expect(await readFile(precious, "utf8")).toBe("{}");
});

test("makes an existing file private before writing", async () => {
  const report = join(await folder(), "report.json");
  await writeFile(report, "a longer text of yesterday");
  await chmod(report, 0o644);
  await writePrivately(report, "{}", { followsLinks: false });
  expect((await stat(report)).mode & 0o777).toBe(0o600);
  expect(await readFile(report, "utf8")).toBe("{}");
});

test("refuses a pipe without a reader instead of waiting", async () => {
  const report = join(await folder(), "report.json");
  execFileSync("mkfifo", [report]);
  await expect(writePrivately(report, "{}", { followsLinks: false })).rejects.toThrow("ENXIO");
});
