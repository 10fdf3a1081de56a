/** Notifications on the desktop. The programs are stand-ins that write their arguments to a file. */
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FakeClock } from "@tandem-ide/base/testing";
import { expect, onTestFinished, test } from "vitest";
import { TestWindow } from "../../testing/test-window.js";
import { workbenchFixture } from "../../testing/workbench-fixture.js";
import { type DesktopNotification, sendNotification } from "./send-notification.js";

/** A folder with a program that writes its arguments, one per line. */
function standIn(name: string) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "tandem-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "arguments");
  writeFileSync(join(folder, name), `#!/bin/sh\nprintf '%s\\n' "$@" >'${file}'\n`, { mode: 0o755 });
  return {
    folder,
    env: { PATH: `${folder}:/usr/bin:/bin`, HOME: folder },
    arguments: () => (existsSync(file) ? readFileSync(file, "utf8").split("\n").slice(0, -1) : []),
  };
}

const notification = { title: "Tandem", text: 'Claude Code proposes a change to <b>"a" & \u001b[31m\nb</b>.ts.' };

test("notify-send gets the texts as one line each, which can't be options or markup", async () => {
  const program = standIn("notify-send");
  const sent = await sendNotification(notification, { env: program.env, folders: [], platform: "linux" });
  expect([sent, program.arguments()]).toEqual([
    true,
    ["--app-name=Tandem", "--", "Tandem", 'Claude Code proposes a change to &lt;b&gt;"a" &amp;  [31m b&lt;/b&gt;.ts.'],
  ]);
});

test("osascript gets the texts as arguments, which can't be code", async () => {
  const program = standIn("osascript");
  expect(await sendNotification(notification, { env: program.env, folders: [], platform: "darwin" })).toBe(true);
  expect(program.arguments().slice(-2)).toEqual([
    'Claude Code proposes a change to <b>"a" &  [31m b</b>.ts.',
    "Tandem",
  ]);
});

test("a program of the workspace isn't run, and a system without one is no error", async () => {
  const program = standIn("notify-send");
  const place = { env: { ...program.env, PATH: program.folder }, platform: "linux" } as const;
  expect(await sendNotification(notification, { ...place, folders: [program.folder] })).toBe(false);
  expect(program.arguments()).toEqual([]);
});

/** A workbench that records its notifications, and proposes. */
async function recorded() {
  const clock = new FakeClock();
  const sent: DesktopNotification[] = [];
  const fixture = await workbenchFixture({ endpoint: { clock }, notify: (each) => sent.push(each) });
  const { running, path } = fixture;
  const window = new TestWindow(running.workbench);
  const client = await fixture.client();
  return {
    ...{ clock, window, running },
    texts: () => sent.map(({ text }) => text),
    /** Proposes changes to files at the same time, and lets the moment pass in which they are one notification. */
    async propose(...names: string[]) {
      const before = running.workbench.reviews.all.length;
      for (const name of names) {
        const texts = { old_file_path: path(name), new_file_path: path(name), new_file_contents: "x", tab_name: name };
        client.call("openDiff", texts).catch(() => {});
      }
      await expect.poll(() => running.workbench.reviews.all).toHaveLength(before + names.length);
      clock.advance(500);
    },
  };
}

test("off until chosen, without file names unless chosen, and one for reviews that arrive together", async () => {
  const { window, propose, texts } = await recorded();
  await propose("a.txt");
  expect(texts()).toEqual([]);
  await window.ask("notifications.choose", { choice: "on" });
  await propose("b.txt");
  await window.ask("notifications.choose", { choice: "with-file-names" });
  await propose("c.txt");
  await propose("d.txt", "e.txt");
  expect(texts()).toEqual([
    "Claude Code proposes a change.",
    "Claude Code proposes a change to c.txt.",
    "2 reviews are waiting for you.",
  ]);
});

test("not while a window has the focus, but when it has lost it or was closed", async () => {
  const { window, propose, texts } = await recorded();
  await window.ask("notifications.choose", { choice: "on" });
  await window.ask("window.focus", { isFocused: true });
  await propose("a.txt");
  expect(texts()).toEqual([]);
  await window.ask("window.focus", { isFocused: false });
  await propose("b.txt");
  expect(texts()).toHaveLength(1);
  await window.ask("window.focus", { isFocused: true });
  window.disconnect();
  await propose("c.txt");
  expect(texts()).toHaveLength(2);
});
