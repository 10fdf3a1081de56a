/** Faults in frames, disconnecting and reconnecting. */
import { isRecord } from "@tandem-ide/base";
import { opcodes } from "../../../wire/frames.js";
import { alsoDoes, type ClientFault, hungUp } from "./fault.js";

export const frameFaults: readonly ClientFault[] = [
  {
    check: "CON-03/masked",
    what: "frames are not masked",
    seen: /opcode 1 without a mask/,
    break(parts) {
      parts.frames = (payload) => [{ opcode: opcodes.text, payload, mask: false }];
    },
  },
  {
    check: "CON-03/reserved",
    what: "the compression bit is set without negotiation",
    seen: /opcode 1 with the bits 4/,
    break(parts) {
      parts.frames = (payload) => [{ opcode: opcodes.text, payload, rsv: 4 }];
    },
  },
  {
    check: "CON-03/pong",
    what: "pongs are empty",
    seen: /^nothing within/,
    break(parts) {
      parts.pong = () => Buffer.alloc(0);
    },
  },
  {
    check: "CON-03/pong",
    what: "no pongs",
    seen: /^nothing within/,
    break(parts) {
      parts.pong = () => undefined;
    },
  },
  {
    check: "CON-03/fragmented",
    what: "a message in more than two frames is lost",
    seen: /^nothing within/,
    break(parts) {
      const right = parts.join;
      parts.join = (payloads) => (payloads.length > 2 ? undefined : right(payloads));
    },
  },
  {
    check: "CON-03/ping-between",
    what: "a control frame discards the previous fragments",
    seen: /^nothing within/,
    break(parts) {
      const right = parts.join;
      parts.forgetsBetween = true;
      parts.join = (payloads) => {
        const text = right(payloads);
        return text?.startsWith("{") ? text : undefined;
      };
    },
  },
  {
    check: "CON-03/close",
    what: "it answers a close frame only by closing the socket",
    seen: /^none$/,
    break(parts) {
      parts.answersClose = false;
    },
  },
  {
    check: "CON-03/leaves",
    what: "it disconnects without a close frame",
    seen: /dropped the connection without a close frame/,
    break(parts) {
      parts.leave = (session) => session.vanish();
    },
  },
  {
    check: "CON-06/hangs-up",
    what: "it ignores a missing echo",
    seen: /"method":"initialize"/,
    break(parts) {
      parts.acceptsEcho = () => true;
    },
  },
  {
    check: "CON-07/text",
    what: "a message in a binary frame",
    seen: /opcode 2/,
    break(parts) {
      parts.frames = (payload, message) => {
        const isIt = isRecord(message) && message.method === "ide_connected";
        return [{ opcode: isIt ? opcodes.binary : opcodes.text, payload }];
      };
    },
  },
  {
    check: "CON-07/json",
    what: "a message that is not JSON",
    seen: /hello/,
    break: alsoDoes((session) => session.sendText("hello")),
  },
  {
    check: "CON-07/json",
    what: "two messages in one frame",
    seen: /ping.*ping/,
    break: alsoDoes((session) => {
      const ping = (id: string) => JSON.stringify({ jsonrpc: "2.0", id, method: "ping" });
      session.sendText(`${ping("a")}\n${ping("b")}`);
    }),
  },
  {
    check: "CON-07/binary",
    what: "a binary frame crashes the client",
    seen: /dropped the connection without a close frame/,
    break(parts) {
      parts.onBinary = (session) => session.destroy();
    },
  },
  {
    check: "CON-07/large",
    what: "it accepts at most 64 KiB",
    seen: /with 1009$/,
    break(parts) {
      parts.onSize = (bytes, session) => {
        if (bytes > 65536) session.hangUp(1009);
      };
    },
  },
  {
    check: "CON-09/redials",
    what: "it reconnects but sends nothing",
    seen: /^nothing within/,
    break(parts) {
      parts.isSilentAgain = true;
    },
  },
  {
    check: "CON-09/pauses",
    what: "it reconnects without a pause",
    seen: /^\d+ ms$/,
    break(parts) {
      parts.redialMs = () => 0;
    },
    // On a busy machine, reconnecting without a pause also takes a while.
    options: { times: { pauseMs: 20_000 } },
  },
  {
    check: "CON-09/stays-away",
    what: "it reconnects after it has disconnected",
    seen: /^one after \d+ ms$/,
    break(parts) {
      parts.leave = (session) => session.hangUp();
    },
  },
];

export const versionFaults: readonly ClientFault[] = [
  {
    check: "MCP-01/older-version",
    what: "it only accepts its own version",
    seen: hungUp,
    break(parts) {
      parts.acceptsVersion = (version) => version === "2025-11-25";
    },
  },
  {
    check: "MCP-01/unknown-version",
    what: "any version is accepted",
    seen: /notifications\/initialized/,
    break(parts) {
      parts.acceptsVersion = () => true;
    },
  },
];
