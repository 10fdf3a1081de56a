/** Changes on disk: the list, a change's pane, marks, and what the user writes. Obsidian is emulated. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { eventually } from "../eventually.js";
import type { RunningObsidian } from "./launch.js";
import { useVaults, type VaultFixture } from "./vault-fixture.js";

const newFixture = useVaults();

const before = "# Plan\r\n\r\nWrite it.\r\nTest it.\r\n\r\nShip it.\r\n";
const after = before.replace("Write it.", "Write it **well**.").replace("Ship it.", "Ship it *now*.");
const undoneFirst = before.replace("Ship it.", "Ship it *now*.");

/** Starts Obsidian, connects a client, and waits until changes are recorded. */
async function recording(fixture: VaultFixture): Promise<RunningObsidian> {
  const obsidian = await fixture.start();
  await fixture.client();
  const stores = join(fixture.home, ".local/state/tandem/changes");
  await eventually(() => {
    const [store = ""] = readdirSync(stores);
    expect(readdirSync(join(stores, store, "refs/tandem"))).toContain("state");
  });
  return obsidian;
}

const rowsOf = (obsidian: RunningObsidian) => obsidian.do("changeRows");

describe("Obsidian (emulated): changes on disk", () => {
  test("a note that another program changes is listed and marked, undone change by change, and restored", async () => {
    const fixture = newFixture();
    const note = fixture.file("Plan.md", before);
    const obsidian = await recording(fixture);
    await obsidian.do("openFile", note);
    writeFileSync(note, after);
    fixture.file("Notes/New.md", "new\n");
    const turn = expect.stringMatching(/2 files/);
    await eventually(async () =>
      expect(await rowsOf(obsidian)).toEqual([turn, "A New.md Notes +1", "M Plan.md +2 −2"]),
    );
    // The note keeps the focus, and shows marks.
    expect(await obsidian.do("leaves")).toContainEqual(["markdown", expect.anything(), true]);
    await eventually(async () => expect(await obsidian.do("marks", note)).toBe(2));
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 2 changed files"));
    expect((await obsidian.do("notices")).join()).toContain("Tandem lists what other programs change");

    await obsidian.do("command", "next-change");
    await obsidian.do("command", "undo-change");
    await eventually(() => expect(readFileSync(note, "utf8")).toBe(undoneFirst));
    await eventually(async () => expect(await obsidian.do("marks", note)).toBe(1));
    await obsidian.do("clickChange", "Plan.md");
    await eventually(async () => expect(await obsidian.do("changePane")).toEqual(["Plan.md", "Change 1 of 1"]));
    await obsidian.do("clickInChange", "keep");
    // The next file of the turn.
    await eventually(async () => expect((await obsidian.do("changePane"))[0]).toBe("New.md"));
    await obsidian.do("command", "undo-file");
    await eventually(() => expect(existsSync(join(fixture.vault, "Notes/New.md"))).toBe(false));
    await eventually(async () => expect(await rowsOf(obsidian)).toEqual(["Undone 2"]));
    expect(await obsidian.do("leaves")).not.toContainEqual(["tandem-change", expect.anything(), expect.anything()]);

    await obsidian.do("command", "restore-undone");
    await eventually(() => expect(readFileSync(join(fixture.vault, "Notes/New.md"), "utf8")).toBe("new\n"));
    expect(readFileSync(note, "utf8")).toBe(undoneFirst);
    expect(obsidian.console).toBe("");
  });

  test("what the user writes, creates, renames and deletes in Obsidian isn't listed", async () => {
    const fixture = newFixture();
    const [note, old, gone] = ["Plan.md", "Old.md", "Gone.md"].map((name) => fixture.file(name, before));
    if (!note || !old || !gone) throw new Error("unreachable");
    const obsidian = await recording(fixture);
    await obsidian.do("openFile", note);
    await obsidian.do("type", "Mine.\n");
    await obsidian.do("save", note);
    await obsidian.do("createNote", join(fixture.vault, "Created.md"), "created\n");
    await obsidian.do("renameNote", old, join(fixture.vault, "Renamed.md"));
    await obsidian.do("deleteNote", gone);
    fixture.file("Other.md", "other\n");
    // A scan that sees a write before its report lists it for a moment.
    await eventually(async () => expect(await rowsOf(obsidian)).toEqual([expect.anything(), "A Other.md +1"]));

    // Both wrote in one note: the user's line stays when the other change is undone.
    writeFileSync(note, readFileSync(note, "utf8").replace("Ship it.", "Ship it *now*."));
    await eventually(async () => expect(await rowsOf(obsidian)).toContain("M Plan.md +1 −1"));
    await obsidian.do("clickChange", "Plan.md", "undo");
    await eventually(() => expect(readFileSync(note, "utf8")).not.toContain("now"));
    expect(readFileSync(note, "utf8")).toContain("Mine.");
  });

  test("undoing under text that Obsidian hasn't saved yet asks first", async () => {
    const fixture = newFixture();
    const note = fixture.file("Plan.md", before);
    const obsidian = await recording(fixture);
    await obsidian.do("openFile", note);
    writeFileSync(note, after);
    await eventually(async () => expect(await rowsOf(obsidian)).toContain("M Plan.md +2 −2"));
    await eventually(async () => expect(await obsidian.do("textOf", note)).toContain("**well**"));
    await obsidian.do("type", "Mine.\n");
    await obsidian.do("clickChange", "Plan.md", "undo");
    await eventually(async () => expect(await obsidian.do("question")).toContain("unsaved"));
    await obsidian.do("answer", "Cancel");
    expect(readFileSync(note, "utf8")).toBe(after);
    await obsidian.do("clickChange", "Plan.md", "undo");
    await eventually(async () => expect(await obsidian.do("question")).toContain("unsaved"));
    await obsidian.do("answer", "Continue");
    await eventually(() => expect(readFileSync(note, "utf8")).toBe(before));
    expect(await obsidian.do("textOf", note)).toContain("Mine.");
  });

  test("the setting stops it at once", async () => {
    const fixture = newFixture();
    const note = fixture.file("Plan.md", before);
    const obsidian = await recording(fixture);
    writeFileSync(note, after);
    await eventually(async () => expect(await rowsOf(obsidian)).toHaveLength(2));
    await obsidian.do("changeData", { recordChanges: false });
    await eventually(async () => expect(await rowsOf(obsidian)).toEqual([]));
    await eventually(async () => expect(await obsidian.do("statusBar")).toBe("Claude: 1"));
    await obsidian.do("changeData", { recordChanges: true });
    await eventually(async () => expect(await rowsOf(obsidian)).toHaveLength(2));
  });
});
