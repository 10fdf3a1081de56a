/** A value that the host wrote into the page; the element goes, so that nothing that reads the page later finds it. */
export function takeMeta(name: string): string {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  const content = element?.content ?? "";
  element?.remove();
  return content;
}
