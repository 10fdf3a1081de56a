/** Diagnostics from the editor's language tools (TOOL-07). */
import assert from "node:assert/strict";
import { TimeoutError } from "@tandem-ide/client";
import { severities, toFileUri, toRawFileUri, type WireDiagnostic } from "@tandem-ide/protocol";
import type { ContractCase } from "../case.js";
import type { Finding } from "../driver.js";
import { span } from "./selection.js";

/** How long the client waits for one file and for all files (docs/protocol.md, section 5). */
const limits = { oneFile: 500, allFiles: 2000 };

/** On a busy machine any response can be late by chance. An editor that is slow is late every time. */
async function onceInTime<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 4; tries > 0; tries--)
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof TimeoutError)) throw error;
    }
  return await call();
}

export const diagnosticsCases: readonly ContractCase[] = [
  {
    title: "TOOL-07 A clean file is listed without diagnostics, in time and with the requested URI",
    needs: ["getDiagnostics"],
    async run(context) {
      const path = await context.openFile("a clean file.txt", "one\n");
      const { client } = await context.connect();
      for (const uri of [toFileUri(path), toRawFileUri(path)]) {
        const answer = await onceInTime(() => client.call("getDiagnostics", { uri }, { timeoutMs: limits.oneFile }));
        assert.deepEqual(answer, [{ uri, diagnostics: [] }]);
      }
    },
  },
  {
    title: "TOOL-07 Diagnostics have message, severity and range in UTF-16 units, for one file and for all",
    needs: ["getDiagnostics", "diagnose"],
    async run(context) {
      const path = await context.openFile("faulty file.txt", "😀 wrong word\nand more of it\n");
      const { client } = await context.connect();
      const expected: Finding[] = severities.map((severity, i) => ({
        message: `Something is off (${i})`,
        severity,
        range: i % 2 === 0 ? span(0, 3, 0, 8) : span(1, 4, 1, 8),
        source: "contract",
      }));
      await context.driver.diagnose(path, expected);
      const uri = toRawFileUri(path);
      const inOrder = (list: readonly WireDiagnostic[]) =>
        list
          .map(({ message, severity, range, source }) => ({ message, severity, range, source }))
          .sort((a, b) => a.message.localeCompare(b.message));
      await context.eventually(async () => {
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
    title: "PRV-01 Diagnostics of a hidden file aren't shared",
    needs: ["getDiagnostics", "diagnose"],
    async run(context) {
      const path = await context.openFile(".env", "PASSWORD=correct horse\n");
      const other = await context.openFile("other.txt", "one\n");
      const { client } = await context.connect();
      const message = "The password is too simple";
      const diagnostic: Finding = { message, severity: "Error", range: span(0, 0, 0, 3) };
      await context.driver.diagnose(path, [diagnostic]);
      await context.driver.diagnose(other, [{ ...diagnostic, message: "marker" }]);
      const all = await context.eventually(async () => {
        const files = await client.call("getDiagnostics", {}, { timeoutMs: limits.allFiles });
        assert.ok(
          files.some((file) => file.uri === toRawFileUri(other)),
          "The diagnostics of the other file",
        );
        return files;
      });
      assert.ok(!JSON.stringify(all).includes(message), "The diagnostics of a hidden file were shared");
    },
  },
];
