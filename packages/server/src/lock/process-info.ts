/** Whether another process lives. */
import { systemErrorCode } from "../errors.js";

/** True when a process of this pid exists. A process of another user counts: EPERM says that it is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemErrorCode(error) === "EPERM";
  }
}
