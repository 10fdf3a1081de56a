/**
 * The terminal writes style elements, which the page's policy lets through only with its nonce. It makes some of them
 * from the global document, so giving it a document of its own would not do.
 */
export function giveStylesNonce(page: Document, nonce: string): void {
  const create = Document.prototype.createElement.bind(page);
  page.createElement = (name: string, options?: ElementCreationOptions) => {
    const element = create(name, options);
    if (element instanceof HTMLStyleElement) element.nonce = nonce;
    return element;
  };
}
