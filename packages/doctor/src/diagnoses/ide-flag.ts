import { connectsByItself } from "../facts/release-traits.js";
import type { Diagnosis } from "./finding.js";

/** Plain `claude` in a terminal outside of an editor looks for nobody. */
export const ideFlag: Diagnosis = (facts) => {
  if (facts.claude.state !== "found" || connectsByItself(facts)) return undefined;
  return {
    severity: "note",
    likelihood: 95,
    title: "Plain claude does not connect by itself; claude --ide does.",
    detail: 'Typing /ide inside it does too. For good: type /config there and turn "Auto-connect to IDE" on.',
    advice: [],
  };
};
