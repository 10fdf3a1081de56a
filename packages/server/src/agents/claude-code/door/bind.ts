/** Takes a loopback port without a race (CON-01, CON-02). */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { systemErrorCode } from "@tandem/base";
import { StartError } from "../../../errors.js";

const loopbackAddress = "127.0.0.1";

export interface PortChoice {
  /** Exactly this one. */
  readonly port?: number;
  readonly range: { readonly min: number; readonly max: number };
  /** True for a port that is free but must not be used. */
  readonly isReserved: (port: number) => boolean;
}

/**
 * Binds and returns the port. A port is taken by binding it, never by looking whether it is free; all of the range is
 * tried, in an order of its own, before giving up.
 */
export async function bindLoopback(server: Server, choice: PortChoice): Promise<number> {
  if (choice.port !== undefined) {
    if (choice.isReserved(choice.port))
      throw new StartError(
        "port-taken",
        `Port ${choice.port} is announced by the lock of another living editor. Start without a fixed port.`,
      );
    if (await bind(server, choice.port)) return choice.port;
    throw new StartError(
      "port-taken",
      `Port ${choice.port} is taken by another program. Stop that program, or start without a fixed port.`,
    );
  }
  const { min, max } = choice.range;
  const size = max - min + 1;
  const start = randomInt(size);
  // A stride that shares no divisor with the size visits every port once, and neighbours far apart.
  const stride = size % 7919 === 0 ? 1 : 7919;
  for (let i = 0; i < size; i++) {
    const port = min + ((start + i * stride) % size);
    if (!choice.isReserved(port) && (await bind(server, port))) return port;
  }
  throw new StartError("no-free-port", `No port from ${min} to ${max} is free. Close programs that listen on them.`);
}

async function bind(server: Server, port: number): Promise<boolean> {
  try {
    server.listen({ port, host: loopbackAddress, exclusive: true });
    await once(server, "listening");
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    // EACCES: Windows keeps whole ranges for itself.
    if (code === "EADDRINUSE" || code === "EACCES") return false;
    throw error;
  }
}
