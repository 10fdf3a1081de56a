/** TOOL-07: diagnostics. The client waits 500 ms for one file and 2 s for all (docs/protocol.md, section 5). */
import { existsSync } from "node:fs";
import { type DiagnosticsResult, pathsOfFileUri, toRawFileUri } from "@tandem-ide/protocol";
import { diagnosticsOf, type Timeouts } from "../../../hub/diagnostics/get-diagnostics.js";
import { InvalidInput } from "../../../hub/errors.js";
import type { Workspace } from "../../../hub/workspace.js";
import { defineTool, failure, json } from "./tool.js";

const oneFile: Timeouts = { ask: 350, answer: 400 };
const allFiles: Timeouts = { ask: 1750, answer: 1800 };

function pathOf(uri: string, workspace: Workspace): string {
  const paths = pathsOfFileUri(uri);
  const [mostLikely] = paths;
  if (mostLikely === undefined) throw new InvalidInput(`getDiagnostics: "uri" must be a file:// URI, not ${uri}`);
  return workspace.absolute(paths.find((path) => existsSync(path)) ?? mostLikely);
}

/**
 * Returns the URI in the form that the client used. Claude Code uses raw URIs and doesn't recognise others in the result.
 * Only Claude Code requests all files.
 */
function uriOf(filePath: string, path: string | undefined, requested: string | undefined): string {
  return requested?.startsWith("file:") && filePath === path ? requested : toRawFileUri(filePath);
}

export const getDiagnostics = defineTool("getDiagnostics", {
  needs: ["diagnostics"],
  whilePaused: "refused",
  async run({ uri }, { hub, signal }) {
    const { privacy, workspace } = hub;
    const path = uri ? pathOf(uri, workspace) : undefined;
    const hidden = path === undefined ? undefined : privacy.checkRules(path);
    if (hidden) return failure(hidden.message);
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
