/** Drafts are private: no report and no output of the command contains them. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DraftJournal } from "@tandem-ide/workspace/drafts";
import { expect, test } from "vitest";
import { Home } from "./cli-command.js";

test("tandem doctor and its report don't contain drafts", async () => {
  await using home = await Home.make();
  const journal = new DraftJournal({ env: { HOME: home.path } });
  const path = join(home.folder, ".env");
  journal.keep("a", () => ({ kind: "file", path, folders: [home.folder], text: "SECRET=in-a-draft" }));
  await journal.close();
  expect(existsSync(join(home.path, ".local", "state", "tandem", "drafts"))).toBe(true);
  const report = join(home.path, "report.json");
  const result = await home.run(["doctor", "--json", "--report", report], { cwd: home.folder });
  for (const text of [result.stdout, result.stderr, readFileSync(report, "utf8")]) {
    expect(text).not.toContain("in-a-draft");
    expect(text).not.toContain("drafts");
  }
});
