/**
 * Replaces TextDecoder in the bundle (scripts/build-sidecar.mjs). The Neovim client decodes long strings with the default
 * options, which remove U+FEFF at the start of a selection or a proposal.
 */
export class TextDecoder extends globalThis.TextDecoder {
  constructor(label?: string, options?: ConstructorParameters<typeof globalThis.TextDecoder>[1]) {
    super(label, { ignoreBOM: true, ...options });
  }
}
