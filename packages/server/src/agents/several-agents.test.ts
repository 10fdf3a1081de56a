/** Agents of different kinds at one editor: the hub's rules hold for each, and none sees what belongs to another. */
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CopilotClient } from "../testing/copilot-client.js";
import { GeminiClient, readDiscovery } from "../testing/gemini-client.js";
import { runEndpoint } from "../testing/running-endpoint.js";
import { temporaryDirectory, writeTo } from "../testing/temporary.js";
import { TestClient } from "../testing/test-client.js";

async function allAgents() {
  const [home, tmp] = [temporaryDirectory(), temporaryDirectory()];
  for (const name of [".gemini", ".copilot"]) mkdirSync(join(home, name));
  const running = await runEndpoint({ home, env: { TMPDIR: tmp } });
  const firstIn = (directory: string) => join(directory, readdirSync(directory)[0] ?? "");
  const claude = await TestClient.connect(running.endpoint);
  const gemini = await GeminiClient.connect(readDiscovery(firstIn(join(tmp, "gemini/ide"))));
  const copilot = await new CopilotClient(firstIn(join(home, ".copilot/ide"))).connect();
  const isEachListening = () => running.endpoint.status.clients.every(({ isListening }) => isListening);
  await expect.poll(isEachListening).toBe(true);
  return { ...running, claude, gemini, copilot };
}

test("each has its own review, and gets only its own outcome", async () => {
  const { endpoint, editor, folder, claude, gemini, copilot } = await allAgents();
  const [one, two, three] = ["1.txt", "2.txt", "3.txt"].map((name) => writeTo(folder, name, "old\n")) as [
    string,
    string,
    string,
  ];
  const args = { old_file_path: one, new_file_path: one, new_file_contents: "new\n", tab_name: "claude's" };
  const ofClaude = claude.beginTool("openDiff", args);
  await gemini.openDiff(two, "new\n");
  const ofCopilot = copilot.tool("open_diff", {
    ...{ original_file_path: three, new_file_contents: "new\n" },
    tab_name: "copilot's",
  });
  const shown = [await editor.diff("claude's"), await editor.diff(two), await editor.diff("copilot's")] as const;
  expect(endpoint.reviews.map(({ client, acceptedForm }) => [client.name, acceptedForm])).toEqual([
    ["test-client", "text"],
    ["Gemini CLI", "non-empty text"],
    ["Copilot CLI", "decision"],
  ]);
  shown[2].decide({ accepted: true, text: "new\n" });
  expect(await ofCopilot).toMatchObject({ result: "SAVED" });
  shown[1].decide({ accepted: false });
  await gemini.find(({ method }) => method === "ide/diffRejected");
  shown[0].decide({ accepted: true, text: "edited\n" });
  expect(await claude.texts(ofClaude)).toEqual(["FILE_SAVED", "edited\n"]);
  expect(gemini.outcomes).toHaveLength(1);
  expect(endpoint.endedReviews.map(({ client, outcome }) => [client.name, outcome])).toEqual([
    ["test-client", "accepted"],
    ["Gemini CLI", "rejected"],
    ["Copilot CLI", "accepted"],
  ]);
});

test("a mention reaches those that take one, and one client if the user chooses it", async () => {
  const { endpoint, editor, folder, claude, copilot } = await allAgents();
  const path = join(folder, "a.txt");
  expect(editor.events?.mentioned({ path })).toEqual({ status: "sent", clients: 2 });
  const clientId = endpoint.status.clients.find(({ name }) => name === "Copilot CLI")?.id ?? "";
  const lines = { start: 3, end: 3 };
  expect(editor.events?.mentioned({ path, lines, clientId })).toEqual({ status: "sent", clients: 1 });
  await expect.poll(() => copilot.received.filter(({ method }) => method === "add_file_reference").length).toBe(2);
  await claude.request("ping");
  expect(claude.received.filter(({ method }) => method === "at_mentioned")).toHaveLength(1);
});

test("nothing of a hidden file reaches anyone, and a pause takes back what is shown", async () => {
  const { endpoint, editor, folder, claude, gemini, copilot } = await allAgents();
  const path = join(folder, "a.txt");
  editor.select(join(folder, ".env"), "only the user knows this");
  editor.select(path, "shared");
  await gemini.context((files) => files[0]?.selectedText === "shared");
  await claude.find(({ params }) => params?.text === "shared");
  await expect.poll(() => copilot.received.at(-1)?.params?.text).toBe("shared");
  endpoint.setPaused(true);
  editor.select(path, "while paused");
  await gemini.context((files) => files.length === 0);
  await expect.poll(() => copilot.received.at(-1)?.params?.text).toBe("");
  await claude.request("ping");
  const everything = JSON.stringify([claude.received, gemini.received, copilot.received]);
  expect(everything).not.toMatch(/only the user|while paused|\.env/);
});
