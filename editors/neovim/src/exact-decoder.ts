/**
 * Stands for TextDecoder in the bundle (scripts/build-sidecar.mjs). The client for Neovim decodes every long string with a
 * plain one, and a plain one takes a byte-order mark off: a selection or a proposal that begins with U+FEFF lost it.
 */
export class TextDecoder extends globalThis.TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof globalThis.TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}
