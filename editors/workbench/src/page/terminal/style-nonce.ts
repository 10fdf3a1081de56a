/**
 * The terminal writes style elements, which the page's policy lets through only with its nonce, and style attributes for
 * colours beyond the first 256, which the policy forbids; the same set as properties is allowed. It makes some elements
 * from the global document, so giving it a document of its own would not do.
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
