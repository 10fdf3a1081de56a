/** Lock files, for other programs of Tandem that announce themselves as an endpoint does. */
export { type LockDirectories, lockDirectories, prepareLockDirectory } from "./lock-directory.js";
export { belongsToLivingStranger, OwnLock } from "./lock-file.js";
export { type Reaped, reapDeadLocks } from "./reap.js";
