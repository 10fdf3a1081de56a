/** Diagnostics of the editor's language tools (TOOL-07). */
import assert from "node:assert/strict";
import { severities, toFileUri, toRawFileUri, type WireDiagnostic } from "@tandem/protocol";
import type { ContractCase } from "../case.js";
import type { Finding } from "../hand.js";
import { span } from "./selection.js";

/** The client waits no longer than this for one file, and for all (docs/protocol.md, section 5). */
const limits = { oneFile: 500, allFiles: 2000 };

export const diagnosticsCases: readonly ContractCase[] = [
  {
    title: "TOOL-07 A file without diagnostics is listed with none, in time, its URI as it was asked",
    needs: ["getDiagnostics"],
    async run(room) {
      const path = await room.openFile("a clean file.txt", "one\n");
      const { client } = await room.connect();
      for (const uri of [toFileUri(path), toRawFileUri(path)]) {
        const answer = await client.call("getDiagnostics", { uri }, { timeoutMs: limits.oneFile });
        assert.deepEqual(answer, [{ uri, diagnostics: [] }]);
      }
    },
  },
  {
    title: "TOOL-07 Diagnostics come with message, severity and range in UTF-16 units, for one file and for all",
    needs: ["getDiagnostics", "diagnose"],
    async run(room) {
      const path = await room.openFile("faulty file.txt", "😀 wrong word\nand more of it\n");
      const { client } = await room.connect();
      const expected: Finding[] = severities.map((severity, i) => ({
        message: `Something is off (${i})`,
        severity,
        range: i % 2 === 0 ? span(0, 3, 0, 8) : span(1, 4, 1, 8),
        source: "contract",
      }));
      await room.hand.diagnose(path, expected);
      const uri = toRawFileUri(path);
      const inOrder = (list: readonly WireDiagnostic[]) =>
        list
          .map(({ message, severity, range, source }) => ({ message, severity, range, source }))
          .sort((a, b) => a.message.localeCompare(b.message));
      await room.eventually(async () => {
        const one = await client.call("getDiagnostics", { uri }, { timeoutMs: limits.oneFile });
        assert.deepEqual(
          one.map((file) => file.uri),
          [uri],
        );
        assert.deepEqual(inOrder(one[0]?.diagnostics ?? []), expected);
        const all = await client.call("getDiagnostics", {}, { timeoutMs: limits.allFiles });
        assert.deepEqual(inOrder(all.find((file) => file.uri === uri)?.diagnostics ?? []), expected);
      });
    },
  },
  {
    title: "PRV-01 Diagnostics of a withheld file are told to nobody",
    needs: ["getDiagnostics", "diagnose"],
    async run(room) {
      const path = await room.openFile(".env", "PASSWORD=correct horse\n");
      const plain = await room.openFile("plain.txt", "one\n");
      const { client } = await room.connect();
      const message = "The password is too simple";
      const diagnostic: Finding = { message, severity: "Error", range: span(0, 0, 0, 3) };
      await room.hand.diagnose(path, [diagnostic]);
      await room.hand.diagnose(plain, [{ ...diagnostic, message: "marker" }]);
      const all = await room.eventually(async () => {
        const files = await client.call("getDiagnostics", {}, { timeoutMs: limits.allFiles });
        assert.ok(
          files.some((file) => file.uri === toRawFileUri(plain)),
          "The diagnostics of the plain file",
        );
        return files;
      });
      assert.ok(!JSON.stringify(all).includes(message), "The diagnostics of a withheld file were told");
    },
  },
];
