/** Environment variables, a process's or those that a program is to get. */
export type Environment = Readonly<Record<string, string | undefined>>;
