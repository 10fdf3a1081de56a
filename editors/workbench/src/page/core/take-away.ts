/** Ways for a text out of the page that need no host. */

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** Gives the browser a file to save. */
export function downloadText(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/plain;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
