/** Folders that change, restarts, and the two ways to end (LCK-04, LCK-07, LCK-09, CON-09, CLN-01, CLN-02). */
import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import { putFile } from "../files.js";
import { Review } from "../review.js";
import type { Site } from "../site.js";
import { span } from "./selection.js";

/** The one lock of a site; none or several fail. */
async function onlyLock(site: Site) {
  const locks = await site.locks();
  assert.equal(locks.length, 1, `Exactly one lock must be there, and there are ${locks.length}`);
  const [lock] = locks;
  assert.ok(lock);
  return lock;
}

export const lifeCases: readonly ContractCase[] = [
  {
    title: "LCK-07 When the folders change the lock names the new ones by their real paths, on the same port",
    needs: ["setFolders"],
    launches: 1,
    async run(room) {
      const editor = await room.launchOwn();
      const before = await onlyLock(editor.site);
      const second = join(editor.site.root, "second folder");
      const link = join(editor.site.root, "link to it");
      await mkdir(second);
      await symlink(second, link, "junction");
      await editor.hand.setFolders([link]);
      await room.eventually(async () => {
        const { port, lock } = await onlyLock(editor.site);
        assert.deepEqual(lock.workspaceFolders, [second]);
        assert.equal(port, before.port);
        assert.equal(lock.authToken, before.lock.authToken);
      });
      await editor.find(second);
    },
  },
  {
    title: "CON-09 A restart of the endpoint inside a living editor keeps port and token, and the client comes back",
    needs: ["restartEndpoint"],
    launches: 1,
    async run(room) {
      const editor = await room.launchOwn();
      const before = await onlyLock(editor.site);
      const { client, inbox } = await room.connect({ reconnect: true }, editor);
      const path = join(editor.site.folder, "after.txt");
      await putFile(path, "one\ntwo\n");
      const back = new Promise<void>((resolve, reject) => {
        let hasDropped = false;
        client.onState((state) => {
          if (state.status === "closed") reject(new Error(state.reason));
          if (state.status === "connected" && hasDropped) resolve();
          hasDropped = true;
        });
      });
      back.catch(() => {}); // The judgement below may come first.
      await editor.hand.restartEndpoint();
      await room.eventually(async () => {
        const { port, lock } = await onlyLock(editor.site);
        assert.equal(port, before.port, "The port must stay");
        assert.equal(lock.authToken, before.lock.authToken, "The token must stay");
      });
      await back;
      await editor.hand.select(path, span(1, 0, 1, 3));
      await inbox.selection({ path, text: "two", range: span(1, 0, 1, 3) });
    },
  },
  {
    title: "LCK-04 Quitting removes the lock and says goodbye to the clients with 1001",
    needs: ["quit"],
    launches: 1,
    async run(room) {
      const editor = await room.launchOwn();
      const { client } = await room.connect({}, editor);
      await editor.hand.quit();
      const closed = await room.within("The client's connection ends", client.closed);
      assert.equal(closed.closeCode, 1001, `The close code (${closed.reason})`);
      await room.eventually(async () =>
        assert.deepEqual(await editor.site.locks(), [], "No lock is left behind by an editor that quit"),
      );
    },
  },
  {
    title: "CLN-04 Quitting with a proposal on the screen decides nothing and writes nothing",
    needs: ["quit", "openDiff", "pendingReviews"],
    launches: 1,
    async run(room) {
      const editor = await room.launchOwn();
      const participant = await room.connect({}, editor);
      const path = join(editor.site.folder, "pending.txt");
      await putFile(path, "one\n");
      const { hand } = editor;
      const surroundings = { hand, patienceMs: room.patienceMs };
      const review = await (await Review.send(surroundings, participant, path, "two\n")).shown();
      await hand.quit();
      await review.expectUndecided();
    },
  },
  {
    title: "LCK-09 After a kill the next start leaves exactly one lock, and clients find the new editor",
    needs: ["kill"],
    launches: 2,
    async run(room) {
      const first = await room.launchOwn();
      const { client } = await room.connect({}, first);
      const before = await onlyLock(first.site);
      await first.hand.kill();
      await room.within("The client's connection ends", client.closed);
      const second = await room.launchOwn(first.site);
      await room.eventually(async () => {
        const { lock } = await onlyLock(first.site);
        assert.notEqual(lock.authToken, before.lock.authToken, "A new editor has a new token");
      });
      await room.connect({}, second);
    },
  },
];
