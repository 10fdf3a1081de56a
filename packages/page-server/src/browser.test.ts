import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { browserCommands, openInBrowser } from "./browser.js";

const file = "/tmp/a b/open.html";

describe("openInBrowser", () => {
  test("uses each system's own program", () => {
    expect(browserCommands(file, {}, "darwin")).toEqual([["open", file]]);
    expect(browserCommands(file, {}, "win32")).toEqual([["rundll32", "url.dll,FileProtocolHandler", file]]);
    expect(browserCommands(file, { DISPLAY: ":0" }, "linux")).toEqual([["xdg-open", file]]);
    expect(browserCommands(file, { WAYLAND_DISPLAY: "wayland-0" }, "linux")).toEqual([["xdg-open", file]]);
    expect(browserCommands(file, { WSL_DISTRO_NAME: "Debian", DISPLAY: ":0" }, "linux")).toEqual([
      ["wslview", file],
      ["xdg-open", file],
    ]);
  });

  test("starts nothing without a display or over SSH", () => {
    expect(browserCommands(file, {}, "linux")).toEqual([]);
    for (const platform of ["linux", "darwin", "win32"] as const)
      expect(browserCommands(file, { DISPLAY: ":0", SSH_CONNECTION: "1.2.3.4 5 6.7.8.9 22" }, platform)).toEqual([]);
  });

  test("follows BROWSER, even over SSH", () => {
    const env = { BROWSER: "firefox --new-window:chromium --app=%s", SSH_TTY: "/dev/pts/1" };
    expect(browserCommands(file, env, "linux")).toEqual([
      ["firefox", "--new-window", file],
      ["chromium", `--app=${file}`],
    ]);
    expect(browserCommands(file, { BROWSER: "C:\\My Apps\\firefox.exe" }, "win32")).toEqual([
      ["C:\\My Apps\\firefox.exe", file],
    ]);
    expect(browserCommands("$&", { BROWSER: "show %s" }, "linux")).toEqual([["show", "$&"]]);
  });
});

describe.skipIf(process.platform === "win32")("opening", () => {
  /** Creates a program with this name that writes its arguments to a file and exits with the code. */
  function program(folder: string, name: string, exitCode: number): string {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\nfor each in "$@"; do echo "$each"; done > "${path}.args"\nexit ${exitCode}\n`);
    chmodSync(path, 0o755);
    return path;
  }

  function folder(): string {
    const path = mkdtempSync(join(tmpdir(), "tandem-test-"));
    onTestFinished(() => rmSync(path, { recursive: true }));
    return path;
  }

  test("passes only the path to the program", async () => {
    const programs = folder();
    const browser = program(programs, "browser", 0);
    expect(await openInBrowser(file, { BROWSER: browser, PATH: process.env.PATH })).toBe(true);
    expect(readFileSync(`${browser}.args`, "utf8")).toBe(`${file}\n`);
  });

  test("tries the next program when one fails or is missing, and resolves to false when all do", async () => {
    const programs = folder();
    const fails = program(programs, "fails", 3);
    const works = program(programs, "works", 0);
    const env = { PATH: process.env.PATH };
    expect(await openInBrowser(file, { ...env, BROWSER: `${programs}/missing:${fails}:${works}` })).toBe(true);
    expect([existsSync(`${fails}.args`), existsSync(`${works}.args`)]).toEqual([true, true]);
    expect(await openInBrowser(file, { ...env, BROWSER: `${programs}/missing:${fails}` })).toBe(false);
    expect(await openInBrowser(file, env)).toBe(false);
    expect(await openInBrowser("a\0b", { ...env, BROWSER: works })).toBe(false);
  });

  test("ignores programs in the workspace, even for the programs it starts", async () => {
    const [workspace, own] = [folder(), folder()];
    const hostile = program(workspace, "xdg-open", 0);
    const script = `#!/bin/sh\necho "$PWD $PATH" > "${own}/place"\n`;
    writeFileSync(join(own, "xdg-open"), script, { mode: 0o755 });
    const env = { DISPLAY: ":0", PATH: `${workspace}:.:${own}:/usr/bin:/bin` };
    expect(await openInBrowser(file, env, [workspace])).toBe(true);
    expect(existsSync(`${hostile}.args`)).toBe(false);
    expect(readFileSync(join(own, "place"), "utf8")).toBe(`/ ${own}:/usr/bin:/bin\n`);
    expect(await openInBrowser(file, { ...env, PATH: workspace }, [workspace])).toBe(false);
  });

  test("doesn't wait for a browser that stays open", async () => {
    const programs = folder();
    const path = join(programs, "browser");
    writeFileSync(path, `#!/bin/sh\necho $$ > "${programs}/pid"\nexec sleep 1000\n`);
    chmodSync(path, 0o755);
    expect(await openInBrowser(file, { BROWSER: path, PATH: process.env.PATH })).toBe(true);
    const pid = Number(readFileSync(join(programs, "pid"), "utf8"));
    expect(process.kill(pid, "SIGTERM")).toBe(true);
  });
});
