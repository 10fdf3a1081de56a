/** Recordings in the inspector's page: saved, opened, dropped, served; in Chromium. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatEntry, formatHeader } from "@tandem-ide/inspector";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { answer, call, type Fixture, header, opened, openFixture } from "./fixture.js";
import { recordSession } from "./real-session.js";

const { describe, test } = needsChromium();

const other = { ...header, editor: "Another editor" };
const otherEntries = [...opened, call(10, 1, "getWorkspaceFolders"), answer(11, 1, "{}")];
const otherRecording = formatHeader(other) + otherEntries.map(formatEntry).join("");

/** Drops a file on the page, with the browser's events. */
async function drop({ page }: Fixture, name: string, content: string): Promise<void> {
  await page.evaluate(
    ([fileName, text]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text ?? ""], fileName ?? ""));
      for (const type of ["dragover", "drop"])
        document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    },
    [name, content],
  );
}

describe("Recordings in the inspector's page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("saves the complete recording, even if a filter hides part of it", async () => {
    const entries = [
      ...(await recordSession()),
      { t: 1e6, connection: 1, from: "client" as const, text: '{ "oddly" :\n"written", "n": 1.0 }' },
      { t: 1e6 + 0.123, connection: 1, from: "editor" as const, binary: "AAEC/w==" },
      { t: 1e6 + 1, connection: 1, from: "editor" as const, ping: "" },
    ];
    const fixture = await openFixture(browser);
    fixture.add(...entries);
    // A ping isn't a message.
    await fixture.counts(new RegExp(`^${entries.length - 1} messages`));
    await fixture.search("nothing of this");
    const downloading = fixture.page.waitForEvent("download");
    await fixture.page.getByRole("button", { name: "Save" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("tandem-neovim-2026-03-02t100000.jsonl");
    const saved = readFileSync(await download.path(), "utf8");
    expect(saved).toBe(formatHeader(header) + entries.map(formatEntry).join(""));
  });

  test("shows a dropped file instead of the live session, and returns", async () => {
    const fixture = await openFixture(browser);
    fixture.add(...opened);
    await fixture.counts(/^3 messages/);
    await drop(fixture, "other.jsonl", otherRecording);
    await fixture.counts(/^5 messages/);
    expect(await fixture.page.getByTestId("state").textContent()).toBe("Recording from a file");
    await fixture.page.getByTestId("notice").filter({ hasText: "This is a recording of Another editor" }).waitFor();
    const timeline = fixture.page.getByTestId("timeline");
    await eventually(async () => expect(Math.round(Number(await timeline.getAttribute("data-end")))).toBe(11));
    // The live session continues in the background.
    fixture.add(call(20, 1, "openFile"));
    await fixture.page.getByRole("button", { name: "Back to live" }).click();
    await fixture.shows(["opened", "initialize", "↩ initialize", "openFile"]);
    expect(await fixture.page.getByTestId("state").textContent()).toBe("Live");
  });

  test("shows an incomplete file with a notice, and refuses an invalid one", async () => {
    const fixture = await openFixture(browser);
    const folder = temporaryDirectory();
    const cut = join(folder, "cut.jsonl");
    writeFileSync(cut, otherRecording.slice(0, -20));
    await fixture.page.getByTestId("file").setInputFiles(cut);
    await fixture.counts(/^4 messages/);
    await fixture.page.getByTestId("notice").filter({ hasText: "the last line is cut off" }).waitFor();
    const wrong = join(folder, "wrong.jsonl");
    writeFileSync(wrong, "hello\n");
    await fixture.page.getByTestId("file").setInputFiles(wrong);
    await fixture.page.getByTestId("notice").filter({ hasText: "Can't open wrong.jsonl" }).waitFor();
    await fixture.counts(/^4 messages/);
  });

  test("marks a recording, whose unanswered calls stop waiting", async () => {
    const fixture = await openFixture(browser, { isLive: false, isCutOff: true });
    fixture.add(...opened, call(10, 1, "openDiff", { tab_name: "t" }));
    await fixture.counts(/^4 messages.*1 pending/);
    expect(await fixture.page.getByTestId("state").textContent()).toBe("Recording");
    await fixture.page.getByTestId("notice").filter({ hasText: "This is a recording of" }).waitFor();
    expect(await fixture.page.getByRole("button", { name: "Pause" }).count()).toBe(0);
    expect(await fixture.page.getByTestId("waiting").textContent()).toContain("Without a response");
    expect(await fixture.page.getByTestId("waiting").locator(".took").textContent()).toBe("0 ms");
    await eventually(async () => expect(await fixture.rows.count()).toBe(4));
  });
});
