/** A recorder in a separate process that undoes and restores everything until it is killed. */
import { ChangeRecorder } from "../recorder.js";

const [folder = "", home = ""] = process.argv.slice(2);
const changes = new ChangeRecorder({
  env: { PATH: process.env.PATH, HOME: home, XDG_STATE_HOME: `${home}/state` },
  home,
});
changes.attach({ folders: [folder], isHidden: () => false, hiddenIn: () => new Set(), isUnsaved: async () => false });
changes.clientsChanged([{ id: "1", name: "claude-code", version: "" }]);
await changes.idle();
process.stdout.write("recording\n");
process.stdin.once("data", async () => {
  for (;;) {
    await changes.refresh();
    for (const { id } of changes.list.turns) await changes.undo({ turn: id }, true);
    for (const { id } of changes.list.undone) await changes.restore(id, true);
  }
});
