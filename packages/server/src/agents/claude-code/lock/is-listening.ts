/** Whether something answers on a port of this machine. */
import { connect } from "node:net";
import { systemErrorCode } from "@tandem/base";

/** Longer than loopback ever takes to refuse. */
const refusedWithinMs = 1000;

/** Only a refusal says that there is nothing. */
export function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1", timeout: refusedWithinMs });
    const answer = (isThere: boolean) => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once("connect", () => answer(true));
    socket.once("timeout", () => answer(true));
    socket.once("error", (error) => answer(systemErrorCode(error) !== "ECONNREFUSED"));
  });
}
