/** Unsaved text that is kept is nobody else's: no report and no answer of the command has it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DraftJournal } from "@tandem/workspace/drafts";
import { expect, test } from "vitest";
import { Home } from "./cli-command.js";

test("neither tandem doctor nor its report tells of unsaved text that is kept", async () => {
  await using home = await Home.make();
  const journal = new DraftJournal({ env: { HOME: home.path } });
  const path = join(home.folder, ".env");
  journal.keep("a", () => ({ kind: "file", path, folders: [home.folder], text: "SECRET=in-a-draft" }));
  await journal.close();
  expect(existsSync(join(home.path, ".local", "state", "tandem", "drafts"))).toBe(true);
  const report = join(home.path, "report.json");
  const said = await home.run(["doctor", "--json", "--report", report], { cwd: home.folder });
  for (const text of [said.stdout, said.stderr, readFileSync(report, "utf8")]) {
    expect(text).not.toContain("in-a-draft");
    expect(text).not.toContain("drafts");
  }
});
