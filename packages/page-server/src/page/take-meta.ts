/** Reads a value that the host put into the page, and removes the element so that no later script can read it. */
export function takeMeta(name: string): string {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  const content = element?.content ?? "";
  element?.remove();
  return content;
}
