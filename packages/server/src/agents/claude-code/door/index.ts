/** The door of an endpoint, for other programs of Tandem that stand where an endpoint stands. */
export { bindLoopback, type PortChoice } from "./bind.js";
export { guessLimit } from "./guess-limit.js";
export { type DoorRules, judgeUpgrade, type Refusal, rulesFor } from "./judge.js";
export { answerPlainRequest, refuseUpgrade, tooMany } from "./refuse.js";
