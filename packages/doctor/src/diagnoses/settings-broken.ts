import type { Diagnosis } from "./finding.js";
import { list, place, shellWord } from "./words.js";

/** Claude Code skips a settings file as a whole when something in it is wrong. */
export const settingsBroken: Diagnosis = (facts) => {
  const [file, ...others] = facts.settings.files.filter(({ state }) => state === "broken" || state === "unreadable");
  if (!file) return undefined;
  const also = others.length === 0 ? "" : ` The same is true of ${list(others.map(({ path }) => place(path, facts)))}.`;
  return {
    severity: "warning",
    likelihood: 80,
    title: `${place(file.path, facts)} is ${file.state}, so Claude Code skips it.`,
    detail: `${file.why ?? "Something in it is wrong"}: nothing that is set in this file counts.${also}`.replace(
      /^./,
      (first) => first.toUpperCase(),
    ),
    advice: [
      file.state === "unreadable"
        ? { words: "See what it is, and who may read it:", command: `ls -ld ${shellWord(file.path, facts)}` }
        : { words: "Correct the file; claude says where the mistake is when it starts." },
    ],
  };
};
