/** The names of clients as users know them. */
export function clientName(name: string): string {
  return name === "claude-code" ? "Claude Code" : name;
}
