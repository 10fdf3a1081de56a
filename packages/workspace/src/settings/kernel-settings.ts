/** The part of the settings that is about running code: `jupyter`. */
import type { Environment } from "@tandem/base";
import { explainIssues } from "@tandem/protocol";
import * as z from "zod/mini";
import type { KernelSettings } from "../kernel/settings.js";
import { type Settings, SettingsError } from "./settings.js";

const text = z.string().check(z.minLength(1));
const schema = z.strictObject({
  /** One that runs already, instead of starting one. */
  server: z.optional(z.strictObject({ url: text, token: z.optional(z.string()), rootFolder: z.optional(text) })),
  /** What starts a server, with its arguments. */
  command: z.optional(z.array(text).check(z.minLength(1))),
  /** As `jupyter kernelspec list` names it. */
  kernelName: z.optional(text),
});

/** Throws a {@link SettingsError} about settings that make no sense. */
export function kernelSettings({ jupyter }: Settings, env: Environment): KernelSettings {
  const parsed = z.safeParse(schema, jupyter ?? {}, { reportInput: true });
  if (!parsed.success) throw new SettingsError(env, explainIssues(parsed.error.issues, "jupyter"));
  const { server, command, kernelName } = parsed.data;
  return {
    ...(server && {
      server: {
        url: server.url,
        ...(server.token !== undefined && { token: server.token }),
        ...(server.rootFolder !== undefined && { rootFolder: server.rootFolder }),
      },
    }),
    ...(command && { command }),
    ...(kernelName !== undefined && { kernelName }),
  };
}
