/** Recordings in the inspector's page: saved, opened, dropped, served; in Chromium. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { formatEntry, formatHeader } from "@tandem/inspector";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { temporaryDirectory } from "../endpoint.js";
import { eventually } from "../eventually.js";
import { recordSession } from "./real-session.js";
import { answer, call, header, opened, openStage, type Stage } from "./stage.js";

const { describe, test } = needsChromium();

const other = { ...header, editor: "Another editor" };
const otherEntries = [...opened, call(10, 1, "getWorkspaceFolders"), answer(11, 1, "{}")];
const otherRecording = formatHeader(other) + otherEntries.map(formatEntry).join("");

/** Drops a file on the page, as the browser tells of it. */
async function drop({ page }: Stage, name: string, content: string): Promise<void> {
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

describe("Recordings in the page", () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  test("saving gives back exactly the recording, whatever is shown of it", async () => {
    const entries = [
      ...(await recordSession()),
      { t: 1e6, connection: 1, from: "client" as const, text: '{ "oddly" :\n"written", "n": 1.0 }' },
      { t: 1e6 + 0.123, connection: 1, from: "editor" as const, binary: "AAEC/w==" },
      { t: 1e6 + 1, connection: 1, from: "editor" as const, ping: "" },
    ];
    const stage = await openStage(browser);
    stage.add(...entries);
    // The ping is none.
    await stage.counts(new RegExp(`^${entries.length - 1} messages`));
    await stage.search("nothing of this");
    const downloading = stage.page.waitForEvent("download");
    await stage.page.getByRole("button", { name: "Save" }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe("tandem-neovim-2026-03-02t100000.jsonl");
    const saved = readFileSync(await download.path(), "utf8");
    expect(saved).toBe(formatHeader(header) + entries.map(formatEntry).join(""));
  });

  test("a dropped file is shown instead of what is live, and there is a way back", async () => {
    const stage = await openStage(browser);
    stage.add(...opened);
    await stage.counts(/^3 messages/);
    await drop(stage, "other.jsonl", otherRecording);
    await stage.counts(/^5 messages/);
    expect(await stage.page.getByTestId("state").textContent()).toBe("Recorded, from a file");
    await stage.page.getByTestId("notice").filter({ hasText: "This is a recording of Another editor" }).waitFor();
    const timeline = stage.page.getByTestId("timeline");
    await eventually(async () => expect(Math.round(Number(await timeline.getAttribute("data-end")))).toBe(11));
    // What is live goes on behind it.
    stage.add(call(20, 1, "openFile"));
    await stage.page.getByRole("button", { name: "Back to live" }).click();
    await stage.shows(["opened", "initialize", "↩ initialize", "openFile"]);
    expect(await stage.page.getByTestId("state").textContent()).toBe("Live");
  });

  test("a chosen file that is cut off is shown with a word about it; one that is no recording is refused in words", async () => {
    const stage = await openStage(browser);
    const folder = temporaryDirectory();
    const cut = join(folder, "cut.jsonl");
    writeFileSync(cut, otherRecording.slice(0, -20));
    await stage.page.getByTestId("file").setInputFiles(cut);
    await stage.counts(/^4 messages/);
    await stage.page.getByTestId("notice").filter({ hasText: "ends in the middle of a line" }).waitFor();
    const wrong = join(folder, "wrong.jsonl");
    writeFileSync(wrong, "hello\n");
    await stage.page.getByTestId("file").setInputFiles(wrong);
    await stage.page.getByTestId("notice").filter({ hasText: "wrong.jsonl cannot be shown" }).waitFor();
    await stage.counts(/^4 messages/);
  });

  test("a recording that is served says so, and its calls without an answer do not go on waiting", async () => {
    const stage = await openStage(browser, { isLive: false, isCutOff: true });
    stage.add(...opened, call(10, 1, "openDiff", { tab_name: "t" }));
    await stage.counts(/^4 messages.*1 pending/);
    expect(await stage.page.getByTestId("state").textContent()).toBe("Recorded");
    await stage.page.getByTestId("notice").filter({ hasText: "Nothing more will come" }).waitFor();
    expect(await stage.page.getByRole("button", { name: "Pause" }).count()).toBe(0);
    expect(await stage.page.getByTestId("waiting").textContent()).toContain("Without an answer");
    expect(await stage.page.getByTestId("waiting").locator(".took").textContent()).toBe("0 ms");
    await eventually(async () => expect(await stage.rows.count()).toBe(4));
  });
});
