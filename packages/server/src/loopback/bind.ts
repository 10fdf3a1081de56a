/** Binds a loopback port without a race (CON-01, CON-02). */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import type { Server } from "node:http";
import { systemErrorCode } from "@tandem-ide/base";
import { StartError } from "../errors.js";

const loopbackAddress = "127.0.0.1";

export interface PortChoice {
  /** A fixed port. */
  readonly port?: number;
  readonly range: { readonly min: number; readonly max: number };
  /** Returns true for a port that must not be used even if it is free. */
  readonly isReserved: (port: number) => boolean;
}

/**
 * Binds a port and returns it. Without a fixed port it tries the whole range in random order.
 */
export async function bindLoopback(server: Server, choice: PortChoice): Promise<number> {
  if (choice.port !== undefined) {
    if (choice.isReserved(choice.port))
      throw new StartError(
        "port-taken",
        `Port ${choice.port} is in the lock file of another running editor. Start without a fixed port.`,
      );
    if (await bind(server, choice.port)) return choice.port;
    throw new StartError(
      "port-taken",
      `Port ${choice.port} is in use by another program. Stop that program, or start without a fixed port.`,
    );
  }
  const { min, max } = choice.range;
  const size = max - min + 1;
  const start = randomInt(size);
  // A stride without common divisors with the size visits every port once.
  const stride = size % 7919 === 0 ? 1 : 7919;
  for (let i = 0; i < size; i++) {
    const port = min + ((start + i * stride) % size);
    if (!choice.isReserved(port) && (await bind(server, port))) return port;
  }
  throw new StartError("no-free-port", `No port from ${min} to ${max} is free. Close programs that use these ports.`);
}

async function bind(server: Server, port: number): Promise<boolean> {
  try {
    server.listen({ port, host: loopbackAddress, exclusive: true });
    await once(server, "listening");
    return true;
  } catch (error) {
    const code = systemErrorCode(error);
    // EACCES: Windows reserves whole ranges.
    if (code === "EADDRINUSE" || code === "EACCES") return false;
    throw error;
  }
}
