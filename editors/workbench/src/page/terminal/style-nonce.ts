/**
 * Makes xterm.js comply with the page's content security policy. Its style elements need a nonce. It also sets style
 * attributes, which the policy forbids, so they are set as properties. It creates some elements with the global document,
 * so giving it another document isn't enough.
 */
export function giveStylesNonce(page: Document, nonce: string): void {
  const create = Document.prototype.createElement.bind(page);
  page.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    if (element instanceof HTMLSpanElement) element.setAttribute = setAttribute;
    return element;
  };
}

function setAttribute(this: HTMLElement, name: string, value: string): void {
  if (name === "style") this.style.cssText = value;
  else Element.prototype.setAttribute.call(this, name, value);
}
