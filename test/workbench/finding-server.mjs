/**
 * A stand-in for a language server: it reports what the test specifies. The first argument is the port of the test,
 * from which each line is a file's diagnostics, and to which each line says that they have been sent.
 */
import { connect } from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { createProtocolConnection } from "vscode-languageserver-protocol/node";

const connection = createProtocolConnection(process.stdin, process.stdout);
const publish = (params) => connection.sendNotification("textDocument/publishDiagnostics", params);
connection.onRequest("initialize", () => ({ capabilities: { textDocumentSync: 1 } }));
connection.onRequest("shutdown", () => null);
connection.onNotification("exit", () => process.exit());
// By path: the editor and the test may encode the same file differently.
const findings = new Map();
const tell = (uri) => publish({ uri, diagnostics: findings.get(fileURLToPath(uri)) ?? [] });
connection.onNotification("textDocument/didOpen", ({ textDocument: { uri } }) => tell(uri));
connection.onNotification("textDocument/didChange", ({ textDocument: { uri } }) => tell(uri));
connection.onNotification("initialized", () => {
  const test = connect(Number(process.argv[2]), "127.0.0.1");
  test.on("error", () => {}); // The test is over.
  createInterface({ input: test }).on("line", async (line) => {
    const { uri, diagnostics } = JSON.parse(line);
    findings.set(fileURLToPath(uri), diagnostics);
    await tell(uri);
    test.write("sent\n");
  });
});
connection.listen();
