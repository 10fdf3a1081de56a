import { isAtLeast } from "../facts/versions.js";
import type { Diagnosis } from "./finding.js";
import { severityOfHealth } from "./locks.js";

/** VS Code is too old for the extension, or the extension is another version than this command. */
export const extensionHealth: Diagnosis = (facts) => {
  const { version } = facts.tandem;
  for (const { name, program, extensions } of facts.vscode) {
    const [extension] = extensions;
    if (extension === undefined) continue;
    // code-server counts otherwise: 4.x is VS Code 1.x.
    const isOld = name !== "code-server" && /^(VS Code|VSCodium)/.test(name);
    if (isOld && program?.version !== undefined && !isAtLeast(program.version, "1.96.0"))
      return {
        severity: severityOfHealth(facts),
        likelihood: 69,
        title: `${name} ${program.version} is too old for Tandem's extension.`,
        detail: "The extension needs 1.96 or newer, and is not started by an older one.",
        advice: [{ words: `Update ${name}.` }],
      };
    if (!extensions.includes(version) && /^\d/.test(version))
      return {
        severity: "note",
        likelihood: 40,
        title: `Tandem's extension in ${name} is ${extension}, and this command is ${version}.`,
        detail: "Both speak to Claude Code on their own, so this is no fault; what is new in one is not in the other.",
        advice: [{ words: "In a clone of Tandem:", command: "npm run package:vscode" }],
      };
  }
  return undefined;
};
