/** Shows a notification on the user's desktop, with a program of the system. */
import { spawn } from "node:child_process";
import { findOutside, neutralDirectory } from "@tandem-ide/workspace/programs";

export interface DesktopNotification {
  readonly title: string;
  readonly text: string;
}

export interface NotificationPlace {
  readonly env: NodeJS.ProcessEnv;
  /** Programs in these folders aren't run. */
  readonly folders: readonly string[];
  readonly platform?: NodeJS.Platform;
}

/** AppleScript that gets both texts as arguments, so that they can't be code. */
const script = ["on run argv", "display notification (item 1 of argv) with title (item 2 of argv)", "end run"].flatMap(
  (line) => ["-e", line],
);

/** Resolves to false if this system has no program for notifications, or if it fails. */
export async function sendNotification(
  { title, text }: DesktopNotification,
  { env, folders, platform = process.platform }: NotificationPlace,
): Promise<boolean> {
  const isMac = platform === "darwin";
  const program = await findOutside(isMac ? "osascript" : "notify-send", { env, folders });
  if (program === undefined) return false;
  const args = isMac
    ? [...script, plain(text), plain(title)]
    : ["--app-name=Tandem", "--", plain(title), asMarkup(plain(text))];
  return await new Promise((resolve) => {
    const child = spawn(program, args, { cwd: neutralDirectory(env), env, stdio: "ignore" });
    child.once("error", () => resolve(false));
    child.once("exit", (code) => resolve(code === 0));
  });
}

/** One line without control characters, because a file name can contain any. */
function plain(text: string): string {
  return text.replaceAll(/\p{C}/gu, " ").slice(0, 200);
}

/** `notify-send` shows its text as markup. */
function asMarkup(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
