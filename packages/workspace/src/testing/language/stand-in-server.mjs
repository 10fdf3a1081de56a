/**
 * A fake language server that behaves in ways that no real one can be made to. The first argument selects the
 * behaviour; everything else follows the protocol. Each `TODO` in a document is a diagnostic.
 */
import { appendFileSync, existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createProtocolConnection, ResponseError } from "vscode-languageserver-protocol/node";

const [way, notes] = process.argv.slice(2);
const note = (text) => notes && appendFileSync(notes, `${text}\n`);
const isFirst = !notes || !existsSync(notes);
note(`started ${process.pid}`);

if (way === "crash") {
  console.error("stand-in: no licence found");
  process.exit(3);
}

const texts = new Map();
const findingsIn = (uri) =>
  (texts.get(uri) ?? "").split("\n").flatMap((line, index) => {
    const at = line.indexOf("TODO");
    const range = { start: { line: index, character: at }, end: { line: index, character: at + 4 } };
    return at < 0 ? [] : [{ range, message: "to do", severity: 2, code: "todo", source: "stand-in" }];
  });

const far = { range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } }, message: "far away" };
const connection = createProtocolConnection(process.stdin, process.stdout);
connection.onRequest("initialize", () => {
  if (way === "mute") return new Promise(() => {});
  const diagnosticProvider = { interFileDependencies: false, workspaceDiagnostics: true };
  return {
    capabilities: {
      ...(way === "utf-8" && { positionEncoding: "utf-8" }),
      textDocumentSync: 1,
      ...(["workspace", "slow"].includes(way) && { diagnosticProvider }),
    },
  };
});
connection.onNotification("initialized", async () => {
  // Reports a file that isn't open, but only the first time it runs.
  if (way === "once" && isFirst)
    connection.sendNotification("textDocument/publishDiagnostics", { uri: process.argv[4], diagnostics: [far] });
  if (way !== "asks") return;
  const registered = { identifier: "todo", documentSelector: [{ language: "todo" }] };
  const ask = async (method, params) =>
    note(`${method} ${JSON.stringify(await connection.sendRequest(method, params))}`);
  await ask("client/registerCapability", {
    registrations: [{ id: "1", method: "textDocument/diagnostic", registerOptions: { ...registered } }],
  });
  await ask("workspace/configuration", { items: [{ section: "todo.words" }, { section: "other" }] });
  await ask("workspace/workspaceFolders");
  await ask("window/workDoneProgress/create", { token: "t" });
  await ask("workspace/diagnostic/refresh");
  await ask("workspace/applyEdit", { edit: { changes: {} } });
  await ask("window/showMessageRequest", { type: 3, message: "A question", actions: [] });
  note("asked all");
});
const push = (uri, version) => {
  if (["push", "once", "after close"].includes(way) || (way === "silent" && version === 1))
    connection.sendNotification("textDocument/publishDiagnostics", { uri, version, diagnostics: findingsIn(uri) });
  // Reports the previous text, like a slow server, and never this one.
  if (way === "late")
    connection.sendNotification("textDocument/publishDiagnostics", { uri, version: version - 1, diagnostics: [] });
};
connection.onNotification("textDocument/didOpen", ({ textDocument: { uri, version, text } }) => {
  texts.set(uri, text);
  note(`open ${version}`);
  push(uri, version);
});
connection.onNotification(
  "textDocument/didChange",
  ({ textDocument: { uri, version }, contentChanges: [{ text }] }) => {
    texts.set(uri, text);
    note(`change ${version}`);
    push(uri, version);
  },
);
connection.onNotification("textDocument/didClose", ({ textDocument: { uri } }) => {
  // The late result of a long computation.
  if (way === "after close")
    connection.sendNotification("textDocument/publishDiagnostics", { uri, version: 1, diagnostics: findingsIn(uri) });
  texts.delete(uri);
  note("close");
});
let disturbed = false;
let answerFirst;
connection.onRequest("textDocument/diagnostic", async ({ textDocument: { uri }, identifier }) => {
  if (way === "asks" && !disturbed) {
    disturbed = true;
    throw new ResponseError(-32802, "busy", { retriggerRequest: true });
  }
  note(`pull ${identifier ?? ""}`);
  const items = findingsIn(uri);
  // Answers the first request after the second, about the text at the time of the request.
  if (way === "slow" && !answerFirst)
    await new Promise((resolve) => {
      answerFirst = resolve;
    });
  else if (answerFirst) setTimeout(answerFirst, 50);
  return { kind: "full", items };
});
connection.onRequest("workspace/diagnostic", async ({ partialResultToken }) => {
  // Reports what it has, and keeps the request open until something changes, which never happens here.
  const uri = process.argv[4];
  const items = [
    {
      uri,
      version: null,
      kind: "full",
      items: [far],
    },
  ];
  // Reports a file that may be deleted only while it exists.
  if (!uri.includes("/maybe") || existsSync(fileURLToPath(uri)))
    await connection.sendNotification("$/progress", { token: partialResultToken, value: { items } });
  return new Promise(() => {});
});
connection.onRequest("shutdown", () => (way === "stubborn" ? new Promise(() => {}) : null));
connection.onNotification("exit", () => way !== "stubborn" && process.exit(0));
if (way === "stubborn") process.on("SIGTERM", () => {});
connection.listen();
if (way === "stubborn") setInterval(() => {}, 1000);
