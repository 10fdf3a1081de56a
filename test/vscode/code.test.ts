/** Code that Claude wants to run: shown, asked about, run on a real kernel; or through the Jupyter extension's interface. */
import { fileURLToPath } from "node:url";
import { afterEach, expect } from "vitest";
import { needs } from "../parts.js";
import { companionFolder, extensionFolder, installedExtension } from "./build.mjs";
import { useVscode } from "./fixture.js";
import { linkExtensions } from "./server.js";

const { describe, test } = needs("chromium", "vscode", "jupyter");

describe("Code in VS Code", () => {
  const fixture = useVscode({ env: { PYDEVD_DISABLE_FILE_VALIDATION: "1" } });
  afterEach(() => fixture.endClients());

  /** Clicks the button that allows it, and waits until the question is closed. */
  async function runOnce(): Promise<void> {
    await fixture.driver.titleButton("Run Once").click();
    await fixture.driver.noCode();
  }

  const code = "total = sum(range(10))\nprint('the total is', total)";

  test("shows all code, runs it once, and the kernel keeps its state", async () => {
    const client = await fixture.client();
    const first = client.call("executeCode", { code });
    expect(await fixture.driver.shownCode()).toBe(code);
    await runOnce();
    expect(JSON.stringify(await first)).toContain("the total is 45");
    const second = client.call("executeCode", { code: "total + 1" });
    expect(await fixture.driver.shownCode()).toBe("total + 1");
    await runOnce();
    expect(JSON.stringify(await second)).toContain("46");
  });

  test("closing the tab denies permission", async () => {
    const client = await fixture.client();
    const asked = client.callRaw("executeCode", { code: "1 / 0" });
    await fixture.driver.shownCode();
    await fixture.window.ask("command", "workbench.action.closeActiveEditor");
    const answer = await asked;
    expect(answer.isError).toBe(true);
    expect(JSON.stringify(answer)).toContain("didn't allow this code to run");
  });

  test("Run Once without the code in the active tab shows the code instead", async () => {
    const own = fixture.file("own.txt", "mine\n");
    const client = await fixture.client();
    const asked = client.callRaw("executeCode", { code: "evil()\u200b" });
    expect(await fixture.driver.shownCode()).toBe("evil()<U+200B>");
    await fixture.driver.openFile(own);
    await fixture.window.ask("command", "tandem.runCodeOnce");
    await expect
      .poll(async () => (await fixture.window.ask("tabs")).find(({ isActive }) => isActive)?.uri)
      .toMatch(/^tandem-code:/);
    await fixture.driver.titleButton("Don't Run").click();
    expect(JSON.stringify(await asked)).toContain("didn't allow this code to run");
  });

  test("a question is closed when its client disconnects", async () => {
    const client = await fixture.client();
    client.call("executeCode", { code }).catch(() => {});
    await fixture.driver.shownCode();
    await client.close();
    await fixture.driver.noCode();
  });
});

describe("Code in VS Code with a stand-in for the Jupyter extension", () => {
  const standIn = fileURLToPath(new URL("stand-in-jupyter", import.meta.url));
  const fixture = useVscode({}, (made) => {
    made.file("a.ipynb", JSON.stringify({ cells: [], metadata: {}, nbformat: 4, nbformat_minor: 5 }));
    linkExtensions(`${made.root}/ext`, {
      [extensionFolder]: installedExtension,
      "tandem-test.companion-0.0.1": companionFolder,
      "ms-toolsai.jupyter-0.0.1": standIn,
    });
    return { extensions: `${made.root}/ext` };
  });

  test("runs on the kernel of the open notebook, after the same question", async () => {
    await fixture.window.ask("command", "vscode.openWith", `file://${fixture.folder}/a.ipynb`, "jupyter-notebook");
    const client = await fixture.client();
    const asked = client.call("executeCode", { code: "1 + 1" });
    await fixture.driver.shownCode();
    await fixture.driver.titleButton("Run Once").click();
    const answer = await asked;
    expect(JSON.stringify(answer)).toContain("stand-in ran: 1 + 1");
    expect(JSON.stringify(answer)).toContain(Buffer.from("a picture").toString("base64"));
  });
});
