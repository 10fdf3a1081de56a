/** Runs the code of docs/electron.md with a real client, and checks that it is as short as it says. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { connect, discover, targetOf } from "@tandem-ide/client";
import { build, type Plugin } from "esbuild";
import type { Page } from "playwright-core";
import { expect, test as plainTest } from "vitest";
import { launchChromium, needsChromium } from "../chromium.js";
import { eventually } from "../eventually.js";
import { removeFolder } from "../remove-folder.js";
import { buildPageStandIn, runPreload } from "./launch.js";

const { test } = needsChromium();
const page = new URL("../../docs/electron.md", import.meta.url);
const text = readFileSync(page, "utf8");

function block(name: string): string {
  const found = new RegExp(`^\`\`\`ts ${name}\\n([\\s\\S]*?)^\`\`\`$`, "m").exec(text)?.[1];
  if (found === undefined) throw new Error(`docs/electron.md has no block "${name}"`);
  return found;
}

plainTest("the least that works is under 40 lines", () => {
  const lines = ["main", "preload", "page"].flatMap((name) => block(name).trimEnd().split("\n"));
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.length).toBeLessThan(40);
});

plainTest("its links lead somewhere", () => {
  const links = [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, path = ""]) => path);
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((path) => !existsSync(new URL(path, page)))).toEqual([]);
});

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** The page's code from the document, with our definitions of what it expects. */
async function bundle(name: "main" | "preload" | "page", folder: string): Promise<void> {
  const own: Plugin = {
    name: "what the page takes for granted",
    setup(building) {
      if (name === "main") building.onResolve({ filter: /^electron$/ }, () => ({ path: here("docs-electron.ts") }));
      building.onResolve({ filter: /my-tabs\.js$/ }, () => ({ path: here("docs-application.ts") }));
    },
  };
  await build({
    stdin: {
      contents: block(name),
      loader: "ts",
      resolveDir: here("../../examples/electron-editor"),
      sourcefile: name,
    },
    outfile: join(folder, { main: "main.mjs", preload: "preload.cjs", page: "page.js" }[name]),
    bundle: true,
    platform: name === "main" ? "node" : "browser",
    format: name === "preload" ? "cjs" : "esm",
    conditions: ["@tandem-ide/source"],
    external: name === "preload" ? ["electron"] : [],
    plugins: [own],
    ...(name === "main" && {
      banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
    }),
  });
}

test("the minimal application opens, selects, mentions and reviews (with a fake Electron)", async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "tandem-docs-")));
  const [home, folder, built] = [join(root, "home"), join(root, "project"), join(root, "built")];
  for (const each of [home, folder, built]) mkdirSync(each);
  const file = join(folder, "a.txt");
  writeFileSync(file, "one\ntwo\n");
  await Promise.all([
    ...(["main", "preload", "page"] as const).map((name) => bundle(name, built)),
    buildPageStandIn(built),
  ]);
  const browser = await launchChromium();
  const child = spawn(process.execPath, [join(built, "main.mjs"), folder], {
    env: { PATH: process.env.PATH ?? "", HOME: home },
    stdio: ["pipe", "pipe", "inherit"],
  });
  try {
    const window: Page = await browser.newPage();
    const lines = createInterface({ input: child.stdout });
    for await (const line of lines) {
      const { event, url, socket }: { event: string; url: string; socket: string } = JSON.parse(line);
      if (event !== "open") continue;
      await runPreload(window, built, socket);
      await window.goto(url);
      break;
    }
    const found = async () => {
      const { choice } = await discover({ cwd: folder, home, env: {} });
      if (!choice.editor) throw new Error(choice.reason);
      return choice.editor;
    };
    await eventually(found);
    const editor = await found();
    expect(editor.lock?.ideName).toBe("My Editor");
    const client = await connect(targetOf(editor));
    const selected = new Promise((resolve) =>
      client.on("selection_changed", (received) => received.text && resolve(received)),
    );
    const mentioned = new Promise((resolve) => client.on("at_mentioned", resolve));
    // Before the page has connected there is no window for a request.
    await eventually(async () => {
      const answer = await client.callRaw("openFile", { filePath: file, startText: "two" });
      expect(answer.isError ?? false).toBe(false);
    });
    expect(await selected).toMatchObject({ filePath: file, text: "two" });
    await window.keyboard.press("Alt+k");
    expect(await mentioned).toEqual({ filePath: file, lineStart: 1, lineEnd: 1 });
    const proposal = { old_file_path: file, new_file_path: file, new_file_contents: "one\n2\n", tab_name: "a review" };
    const answer = client.call("openDiff", proposal);
    await window.locator('[data-tandem="accept"]').click();
    expect(await answer).toEqual({ decision: "saved", text: "one\n2\n" });
    await client.close();
  } finally {
    await browser.close();
    child.kill("SIGKILL");
    await once(child, "exit");
    await removeFolder(root);
  }
});
