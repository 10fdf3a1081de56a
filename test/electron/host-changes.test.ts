/** Changes on disk in the host of the kit, with pages that send anything. */
import { mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ChangeRecorder } from "@tandem-ide/changes";
import type { OpenChange } from "@tandem-ide/changes/model";
import type { ListedChanges } from "@tandem-ide/changes/remote";
import { expect, onTestFinished, test } from "vitest";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";
import { hostFixture, RawPage } from "./host-fixture.js";

/** A host that records changes, and a page. */
async function recordingHost() {
  const home = realpathSync(mkdtempSync(join(tmpdir(), "tandem-host-changes-")));
  onTestFinished(() => removeFolder(home));
  const env = { PATH: process.env.PATH, HOME: home };
  const changes = new ChangeRecorder({ env, home });
  onTestFinished(() => changes.close());
  const fixture = await hostFixture({ changes });
  await eventually(() => expect(readdirSync(join(home, ".local/state/tandem/changes"))).toHaveLength(1));
  await changes.idle();
  const page = new RawPage(fixture.host, { tabs: () => [] });
  const list = (): ListedChanges => {
    const told = page.heard.filter(({ method, params }) => method === "changesChanged" && params?.list);
    return told.at(-1)?.params?.list as ListedChanges;
  };
  return { ...fixture, page, list, read: () => readFileSync(fixture.file, "utf8") };
}

test("a page gets the list, and its undo can only bring back what was recorded", async () => {
  const { page, list, file, folder, read } = await recordingHost();
  writeFileSync(file, "two\n");
  await eventually(() => expect(list().turns[0]?.files).toMatchObject([{ path: file, kind: "changed" }]));
  const turn = list().turns[0]?.id ?? "";
  const opened = (await page.ask("changes.open", { turn, path: file })).result as OpenChange;
  expect(opened).toMatchObject({ before: "one\n", after: "two\n" });

  const { version } = opened;
  const target = { turn, path: file, hunks: { version, indexes: [0] } };
  const other = join(folder, "../outside.txt");
  writeFileSync(other, "outside\n");
  for (const broken of [
    { ...target, hunks: { version, indexes: [-1] } },
    { ...target, hunks: { version, indexes: ["0"] } },
    { path: file },
  ])
    expect((await page.ask("changes.undo", { target: broken })).error?.message).toContain("changes.undo");
  for (const wrong of [
    { ...target, hunks: { version: "made up", indexes: [0] } },
    { turn, path: other },
    { turn: "made up", path: file },
  ]) {
    const { result } = await page.ask("changes.undo", { target: wrong, isConfirmed: true });
    expect((result as { kind: string }).kind).toMatch(/^(outdated|refused)$/);
  }
  await page.ask("changes.undo", { target: { ...target, hunks: { version, indexes: [7] } }, isConfirmed: true });
  expect([read(), readFileSync(other, "utf8")]).toEqual(["two\n", "outside\n"]);

  const forged = { ...target, before: "forged\n", content: "forged\n", lines: ["forged"] };
  const { result } = await page.ask("changes.undo", { target: forged, text: "forged\n", isConfirmed: true });
  expect(result).toMatchObject({ kind: "done" });
  expect(read()).toBe("one\n");
});

test("what the application reports as saved isn't listed", async () => {
  const { host, list, file, folder } = await recordingHost();
  writeFileSync(file, "the user's\n");
  host.saved(file);
  writeFileSync(join(folder, "b.txt"), "new\n");
  await eventually(() =>
    expect(list().turns[0]?.files).toMatchObject([{ path: join(folder, "b.txt"), kind: "created" }]),
  );
});

test("a page of a host without a recorder has no changes, and its decisions are refused", async () => {
  const { host } = await hostFixture();
  const page = new RawPage(host);
  expect(await page.ask("changes.start-over", {})).toMatchObject({ result: { kind: "refused" } });
  expect(page.asked("changesChanged")?.params).toEqual({ list: { turns: [], undone: [], problems: [] } });
});
