/** The lock file and the door of Claude Code's endpoint, for programs that stand where it stands: an inspector, a replay. */
export { bindLoopback, type PortChoice } from "./door/bind.js";
export { guessLimit } from "./door/guess-limit.js";
export { type DoorRules, judgeUpgrade, type Refusal, rulesFor } from "./door/judge.js";
export { answerPlainRequest, refuseUpgrade, tooMany } from "./door/refuse.js";
export { type LockDirectories, lockDirectories, prepareLockDirectory } from "./lock/lock-directory.js";
export { belongsToLivingStranger, OwnLock } from "./lock/lock-file.js";
export { type Reaped, reapDeadLocks } from "./lock/reap.js";
