import { describe, expect, test } from "vitest";
import { reviewModeFor } from "./review-mode.js";

/** In the form of the real one, 2.1.325. */
const help = `Usage: claude [options] [command] [prompt]

Options:
  -c, --continue                        Continue the most recent conversation
  --permission-mode <mode>              Permission mode to use for the session
                                        (choices: "acceptEdits", "auto",
                                        "bypassPermissions", "manual",
                                        "dontAsk", "plan")
  -p, --print                           Print response and exit

Commands:
  doctor                                Check the health of your Claude Code
                                        installation. Reads settings files in
  mcp                                   Configure and manage MCP servers
  plugin|plugins                        Manage Claude Code plugins
  setup-token                           Set up a long-lived token
  update|upgrade                        Check for updates
`;
const manual = ["--permission-mode", "manual"];

describe("edits come to the editor for review by default:", () => {
  test.each([
    [[]],
    [["--resume"]],
    [["-c"]],
    [["fix the parser"]],
    [["please update the docs"]],
    [["--model", "opus", "fix it"]],
    [["--allow-dangerously-skip-permissions"]],
    [["--", "--print"]],
    [["fix it", "--", "mcp"]],
  ])("%j", (args) => {
    expect(reviewModeFor(args, help)).toEqual(manual);
  });

  test("with the mode's name in older releases", () => {
    expect(reviewModeFor([], help.replace('"manual"', '"default"'))).toEqual(["--permission-mode", "default"]);
  });
});

describe("keeps the user's choice:", () => {
  test.each([
    [["--permission-mode", "plan"]],
    [["--permission-mode=acceptEdits"]],
    [["--resume", "--dangerously-skip-permissions"]],
    [["-p", "what is this"]],
    [["--print"]],
    [["-cp", "go on"]],
    [["--bg", "fix it"]],
    [["--cloud=fix it"]],
    [["mcp", "list"]],
    [["--debug", "mcp", "add", "x"]],
    [["plugins"]],
    [["upgrade"]],
    [["setup-token"]],
    [["--help"]],
    [["-v"]],
  ])("%j", (args) => {
    expect(reviewModeFor(args, help)).toEqual([]);
  });

  test.each(["", "Usage: claude", '--permission-mode <mode> (choices: "plan")'])(
    "a program that has no such mode: %j",
    (text) => {
      expect(reviewModeFor([], text)).toEqual([]);
    },
  );
});
