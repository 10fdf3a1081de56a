/** The `jupyter` settings, for running code. */
import type { Environment } from "@tandem-ide/base";
import { explainIssues } from "@tandem-ide/protocol";
import * as z from "zod/mini";
import type { KernelSettings } from "../kernel/settings.js";
import { type Settings, SettingsError } from "./settings.js";

const text = z.string().check(z.minLength(1));
const schema = z.strictObject({
  /** A running server to use instead of starting one. */
  server: z.optional(z.strictObject({ url: text, token: z.optional(z.string()), rootFolder: z.optional(text) })),
  /** The command that starts a server, with its arguments. */
  command: z.optional(z.array(text).check(z.minLength(1))),
  /** A name from `jupyter kernelspec list`. */
  kernelName: z.optional(text),
});

/** Throws a {@link SettingsError} about invalid settings. */
export function kernelSettings({ jupyter }: Settings, env: Environment): KernelSettings {
  const parsed = z.safeParse(schema, jupyter ?? {}, { reportInput: true });
  if (!parsed.success) throw new SettingsError(env, explainIssues(parsed.error.issues, "jupyter"));
  return parsed.data;
}
