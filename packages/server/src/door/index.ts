/** The door of an endpoint, for other programs of Tandem that stand where an endpoint stands. */
export { bindLoopback, type PortChoice } from "./bind.js";
export { type DoorRules, judgeUpgrade, type Refusal, rulesFor } from "./judge.js";
export { answerPlainRequest, refuseUpgrade } from "./refuse.js";
