/** An emulated Obsidian as a separate process: `main.cjs <vault> <plugin folder> <autosave in ms>`. Verbs come by IPC. */
import "./dom.js";
import { setup } from "obsidian-test-mocks/setup";
import { EmulatedObsidian } from "./app.js";
import { makeVerbs } from "./verbs.js";

async function main(): Promise<void> {
  setup();
  Object.assign(HTMLElement.prototype, { onWindowMigrated: () => () => {} });
  const [vault = "", plugin = "", autosave = "2000"] = process.argv.slice(2);
  const obsidian = new EmulatedObsidian({ vault, plugin, autosaveMs: Number(autosave) });
  const verbs = makeVerbs(obsidian);
  process.on("message", (message: { id: number; verb: keyof typeof verbs; args: unknown[] }) => {
    const answer = async () => await Reflect.apply(verbs[message.verb], verbs, message.args);
    answer().then(
      (value) => {
        process.send?.({ id: message.id, value: value ?? null }, () => {
          if (message.verb === "quit") process.exit(0);
        });
      },
      (error) => process.send?.({ id: message.id, error: String(error?.stack ?? error) }),
    );
  });
  // Exits with the test.
  process.on("disconnect", () => process.exit(0));
  await obsidian.start();
  process.send?.({ id: 0, value: null });
}

void main().catch((error) => {
  process.stderr.write(`${error?.stack ?? error}\n`);
  process.exit(1);
});
