import { AnswerError } from "@tandem/client";
import { SettingsError } from "@tandem/workspace/settings";
import { expect, test } from "vitest";
import { CommandError, exitCodes } from "./exit-codes.js";
import { reportError } from "./report-error.js";
import { recorder } from "./testing/test-context.js";

async function report(error: unknown): Promise<{ exitCode: number; text: string }> {
  const { output, text } = recorder({});
  const exitCode = await reportError(output, error);
  return { exitCode, text: text() };
}

test("advice that holds an editor's words cannot draw on the screen", async () => {
  const { text } = await report(new CommandError(exitCodes.no, "No.", ["It offers: a\u001b[2Jb"]));
  expect(text).toBe("tandem: No.\nIt offers: a^[[2Jb\n");
});

test("a fault that holds an editor's words cannot draw on the screen", async () => {
  const { exitCode, text } = await report(new Error("a\u001b[2Jb"));
  expect(exitCode).toBe(70);
  expect(text).toContain("a^[[2Jb");
  expect(text).not.toContain("\u001b");
});

test("a malformed answer is the editor's fault and not tandem's", async () => {
  const { exitCode, text } = await report(new AnswerError("The answer of the tool x is malformed: no content"));
  expect(exitCode).toBe(1);
  expect(text).not.toContain("fault in tandem itself");
  expect(text).toContain("a fault of the editor's integration");
});

test("settings that make no sense are the user's to correct, with what to do", async () => {
  const { exitCode, text } = await report(new SettingsError({ XDG_CONFIG_HOME: "/x" }, "that is no JSON"));
  expect(exitCode).toBe(2);
  expect(text).toBe(
    "tandem: The settings in /x/tandem/settings.json cannot be used: that is no JSON\n" +
      "Correct the file, or remove it to go without settings.\n",
  );
});
