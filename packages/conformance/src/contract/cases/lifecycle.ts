/** Changed folders, restarts, quitting and crashes (LCK-04, LCK-07, LCK-09, CON-09, CLN-01, CLN-02). */
import assert from "node:assert/strict";
import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import type { ContractCase } from "../case.js";
import { createFile } from "../files.js";
import type { Fixture } from "../fixture.js";
import { reconnection } from "../reconnection.js";
import { Review } from "../review.js";
import { span } from "./selection.js";

/** Returns the only lock of a fixture. */
async function onlyLock(fixture: Fixture) {
  const locks = await fixture.locks();
  assert.equal(locks.length, 1, `There must be exactly one lock, but there are ${locks.length}`);
  const [lock] = locks;
  assert.ok(lock);
  return lock;
}

export const lifecycleCases: readonly ContractCase[] = [
  {
    title: "LCK-07 When the folders change, the lock has the new real paths and the same port",
    needs: ["setFolders"],
    launches: 1,
    async run(context) {
      const editor = await context.launchOwn();
      const before = await onlyLock(editor.fixture);
      const second = join(editor.fixture.root, "second folder");
      const link = join(editor.fixture.root, "link to it");
      await mkdir(second);
      await symlink(second, link, "junction");
      await editor.driver.setFolders([link]);
      await context.eventually(async () => {
        const { port, lock } = await onlyLock(editor.fixture);
        assert.deepEqual(lock.workspaceFolders, [second]);
        assert.equal(port, before.port);
        assert.equal(lock.authToken, before.lock.authToken);
      });
      await editor.find(second);
    },
  },
  {
    title: "CON-09 Restarting the endpoint in a running editor keeps the port and token, and the client reconnects",
    needs: ["restartEndpoint"],
    launches: 1,
    async run(context) {
      const editor = await context.launchOwn();
      const before = await onlyLock(editor.fixture);
      const { client, inbox } = await context.connect({ reconnect: true }, editor);
      const path = join(editor.fixture.folder, "after.txt");
      await createFile(path, "one\ntwo\n");
      const reconnected = reconnection(client);
      await editor.driver.restartEndpoint();
      await context.eventually(async () => {
        const { port, lock } = await onlyLock(editor.fixture);
        assert.equal(port, before.port, "The port must stay");
        assert.equal(lock.authToken, before.lock.authToken, "The token must stay");
      });
      await reconnected;
      await editor.driver.select(path, span(1, 0, 1, 3));
      await inbox.selection({ path, text: "two", range: span(1, 0, 1, 3) });
    },
  },
  {
    title: "LCK-04 Quitting removes the lock and closes connections with 1001",
    needs: ["quit"],
    launches: 1,
    async run(context) {
      const editor = await context.launchOwn();
      const { client } = await context.connect({}, editor);
      await editor.driver.quit();
      const closed = await context.within("The client's connection closes", client.closed);
      assert.equal(closed.closeCode, 1001, `The close code (${closed.reason})`);
      await context.eventually(async () =>
        assert.deepEqual(await editor.fixture.locks(), [], "Quitting must remove the lock"),
      );
    },
  },
  {
    title: "CLN-04 Quitting during a review decides nothing and writes nothing",
    needs: ["quit", "openDiff", "pendingReviews"],
    launches: 1,
    async run(context) {
      const editor = await context.launchOwn();
      const participant = await context.connect({}, editor);
      const path = join(editor.fixture.folder, "pending.txt");
      await createFile(path, "one\n");
      const { driver } = editor;
      const reviewContext = { driver, patienceMs: context.patienceMs };
      const review = await (await Review.send(reviewContext, participant, path, "two\n")).shown();
      await driver.quit();
      await review.expectUndecided();
    },
  },
  {
    title: "LCK-09 After a kill and a restart there is exactly one lock, and clients find the new editor",
    needs: ["kill"],
    launches: 2,
    async run(context) {
      const first = await context.launchOwn();
      const { client } = await context.connect({}, first);
      const before = await onlyLock(first.fixture);
      await first.driver.kill();
      await context.within("The client's connection closes", client.closed);
      const second = await context.launchOwn(first.fixture);
      await context.eventually(async () => {
        const { lock } = await onlyLock(first.fixture);
        assert.notEqual(lock.authToken, before.lock.authToken, "A new editor must have a new token");
      });
      await context.connect({}, second);
    },
  },
];
