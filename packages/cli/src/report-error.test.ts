import { AnswerError } from "@tandem-ide/client";
import { SettingsError } from "@tandem-ide/workspace/settings";
import { expect, test } from "vitest";
import { CommandError, exitCodes } from "./exit-codes.js";
import { reportError } from "./report-error.js";
import { recorder } from "./testing/test-context.js";

async function report(error: unknown): Promise<{ exitCode: number; text: string }> {
  const { output, text } = recorder({});
  const exitCode = await reportError(output, error);
  return { exitCode, text: text() };
}

test("an editor's text in advice can't control the screen", async () => {
  const { text } = await report(new CommandError(exitCodes.no, "No.", ["It offers: a\u001b[2Jb"]));
  expect(text).toBe("tandem: No.\nIt offers: a^[[2Jb\n");
});

test("an editor's text in an internal error can't control the screen", async () => {
  const { exitCode, text } = await report(new Error("a\u001b[2Jb"));
  expect(exitCode).toBe(70);
  expect(text).toContain("a^[[2Jb");
  expect(text).not.toContain("\u001b");
});

test("a malformed response is reported as the editor's bug", async () => {
  const { exitCode, text } = await report(new AnswerError("The answer of the tool x is malformed: no content"));
  expect(exitCode).toBe(1);
  expect(text).not.toContain("Internal error");
  expect(text).toContain("a bug in the editor's integration");
});

test("invalid settings are reported with advice", async () => {
  const { exitCode, text } = await report(new SettingsError({ XDG_CONFIG_HOME: "/x" }, "it isn't valid JSON"));
  expect(exitCode).toBe(2);
  expect(text).toBe(
    "tandem: Can't use the settings in /x/tandem/settings.json: it isn't valid JSON\n" +
      "Fix the file, or delete it to use the defaults.\n",
  );
});
