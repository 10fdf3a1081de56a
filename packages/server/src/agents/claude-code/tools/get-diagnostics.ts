/** TOOL-07: diagnostics, within the client's patience: it waits 500 ms for one file and 2 s for all (docs/protocol.md, section 5). */
import { existsSync } from "node:fs";
import { type DiagnosticsResult, pathsOfFileUri, tools, toRawFileUri } from "@tandem/protocol";
import { diagnosticsOf, type Patience } from "../../../hub/diagnostics/get-diagnostics.js";
import { InvalidInput } from "../../../hub/errors.js";
import type { Workspace } from "../../../hub/workspace.js";
import { defineTool, failure, json } from "./tool.js";

const oneFile: Patience = { ask: 400, answer: 450 };
const allFiles: Patience = { ask: 1750, answer: 1800 };

function pathOf(uri: string, workspace: Workspace): string {
  const paths = pathsOfFileUri(uri);
  const [likeliest] = paths;
  if (likeliest === undefined) throw new InvalidInput(`getDiagnostics: "uri" must be a file:// URI, not ${uri}`);
  return workspace.absolute(paths.find((path) => existsSync(path)) ?? likeliest);
}

/**
 * A URI in the form of the question: Claude Code asks with raw paths and recognises no others in the answer. It is also
 * the one that asks for all files.
 */
function uriOf(filePath: string, path: string | undefined, asked: string | undefined): string {
  return asked?.startsWith("file:") && filePath === path ? asked : toRawFileUri(filePath);
}

export const getDiagnostics = defineTool("getDiagnostics", tools.getDiagnostics.arguments, {
  needs: ["diagnostics"],
  whilePaused: "refused",
  hiddenFiles: "refused",
  async run({ uri }, { hub, signal }) {
    const { privacy, workspace } = hub;
    const path = uri ? pathOf(uri, workspace) : undefined;
    const withheld = path === undefined ? undefined : privacy.judge(path);
    if (withheld) return failure(withheld.message);
    const files = await diagnosticsOf(hub, path, path === undefined ? allFiles : oneFile, signal);
    if (path !== undefined && files.length === 0) return json([{ uri: uriOf(path, path, uri), diagnostics: [] }]);
    const result: DiagnosticsResult = files.map((file) => ({
      uri: uriOf(file.path, path, uri),
      diagnostics: file.diagnostics.map(({ message, severity, range, source, code }) => ({
        message,
        severity,
        range,
        ...(source !== undefined && { source }),
        ...(code !== undefined && { code }),
      })),
    }));
    return json(result);
  },
});
