/** The parts of the package that Daybook uses. Its manifest does not offer its own types. */
declare module 'tesseract-wasm' {
  type Item = {
    readonly rect: { readonly left: number; readonly right: number }
    readonly text: string
    /** 0 to 1 */
    readonly confidence: number
  }

  type Engine = {
    loadModel(model: Uint8Array): void
    setVariable(name: string, value: string): void
    /** Red, green, blue and alpha of each pixel, row by row. The buffer must hold nothing else. */
    loadImage(image: { width: number; height: number; data: Uint8Array<ArrayBuffer> }): void
    getTextBoxes(unit: 'word'): Item[]
  }

  export function createOCREngine(options: { wasmBinary: Uint8Array<ArrayBuffer> }): Promise<Engine>
}
