/** Environment variables, of this process or of another. */
export type Environment = Readonly<Record<string, string | undefined>>;
