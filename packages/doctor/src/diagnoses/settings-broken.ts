import type { Diagnosis } from "./finding.js";
import { place } from "./words.js";

/** Claude Code skips a settings file as a whole when something in it is wrong. */
export const settingsBroken: Diagnosis = (facts) => {
  const file = facts.settings.files.find(({ state }) => state === "broken" || state === "unreadable");
  if (!file) return undefined;
  return {
    severity: "warning",
    likelihood: 80,
    title: `${place(file.path, facts)} is ${file.state}, so Claude Code skips it.`,
    detail: `${file.why ?? "Something in it is wrong"}: nothing that is set in this file counts.`.replace(
      /^./,
      (first) => first.toUpperCase(),
    ),
    advice: [{ words: "Correct the file; claude says where the mistake is when it starts." }],
  };
};
