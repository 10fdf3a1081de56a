/** Code that Claude wants to run: shown, asked about, run on a real kernel; or through the Jupyter extension's interface. */
import { fileURLToPath } from "node:url";
import { afterEach, expect } from "vitest";
import { needs } from "../parts.js";
import { companionFolder, installedExtension } from "./build.js";
import { linkExtensions } from "./server.js";
import { useVscode } from "./stage.js";

const { describe, test } = needs("chromium", "vscode", "jupyter");

describe("Code in VS Code", () => {
  const stage = useVscode({ env: { PYDEVD_DISABLE_FILE_VALIDATION: "1" } });
  afterEach(() => stage.endClients());

  /** Says yes by the button, and waits until the question is gone. */
  async function runOnce(): Promise<void> {
    await stage.hand.titleButton("Run Once").click();
    await stage.hand.noCode();
  }

  const code = "total = sum(range(10))\nprint('the total is', total)";

  test("it is shown whole, runs once when the user says so, and a kernel keeps its state", async () => {
    const client = await stage.client();
    const first = client.call("executeCode", { code });
    expect(await stage.hand.shownCode()).toBe(code);
    await runOnce();
    expect(JSON.stringify(await first)).toContain("the total is 45");
    const second = client.call("executeCode", { code: "total + 1" });
    expect(await stage.hand.shownCode()).toBe("total + 1");
    await runOnce();
    expect(JSON.stringify(await second)).toContain("46");
  });

  test("closing the tab is a no, and nothing runs", async () => {
    const client = await stage.client();
    const asked = client.callRaw("executeCode", { code: "1 / 0" });
    await stage.hand.shownCode();
    await stage.window.ask("command", "workbench.action.closeActiveEditor");
    const answer = await asked;
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).toContain("does not want this code to run");
  });

  test("run once, asked for without the code in front, runs nothing and shows what waits, all of it seen", async () => {
    const own = stage.file("own.txt", "mine\n");
    const client = await stage.client();
    const asked = client.callRaw("executeCode", { code: "evil()\u200b" });
    expect(await stage.hand.shownCode()).toBe("evil()<U+200B>");
    await stage.hand.openFile(own);
    await stage.window.ask("command", "tandem.runCodeOnce");
    await expect
      .poll(async () => (await stage.window.ask("tabs")).find(({ isActive }) => isActive)?.uri)
      .toMatch(/^tandem-code:/);
    await stage.hand.titleButton("Do Not Run").click();
    expect(JSON.stringify(await asked)).toContain("does not want this code to run");
  });

  test("a client that goes takes its question along", async () => {
    const client = await stage.client();
    client.call("executeCode", { code }).catch(() => {});
    await stage.hand.shownCode();
    await client.close();
    await stage.hand.noCode();
  });
});

describe("Code in VS Code with a stand-in for the Jupyter extension", () => {
  const standIn = fileURLToPath(new URL("stand-in-jupyter", import.meta.url));
  const stage = useVscode({}, (made) => {
    made.file("a.ipynb", JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    linkExtensions(`${made.root}/ext`, {
      "tandem.tandem-vscode-0.1.0": installedExtension,
      "tandem-test.companion-0.0.1": companionFolder,
      "ms-toolsai.jupyter-0.0.1": standIn,
    });
    return { extensions: `${made.root}/ext` };
  });

  test("runs on the kernel of the open notebook, after the same question", async () => {
    await stage.window.ask("command", "vscode.openWith", `file://${stage.folder}/a.ipynb`, "jupyter-notebook");
    const client = await stage.client();
    const asked = client.call("executeCode", { code: "1 + 1" });
    await stage.hand.shownCode();
    await stage.hand.titleButton("Run Once").click();
    const answer = await asked;
    expect(JSON.stringify(answer)).toContain("stand-in ran: 1 + 1");
    expect(JSON.stringify(answer)).toContain(Buffer.from("a picture").toString("base64"));
  });
});
