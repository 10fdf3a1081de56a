/** The lock file and the listener's checks, for programs that take the place of an endpoint: the inspector and replays. */
export { bindLoopback, type PortChoice } from "../../loopback/bind.js";
export type { Rejection } from "../../loopback/check-request.js";
export { guessLimit } from "../../loopback/guess-limit.js";
export { checkUpgrade, type UpgradeRules, upgradeRules } from "./listener/check-upgrade.js";
export { answerHttpRequest, rejectUpgrade, tooManyAttempts } from "./listener/http-responses.js";
export { type LockDirectories, lockDirectories, prepareLockDirectory } from "./lock/lock-directory.js";
export { isHeldByAnotherProcess, OwnLock } from "./lock/lock-file.js";
export { type Reaped, reapDeadLocks } from "./lock/reap.js";
