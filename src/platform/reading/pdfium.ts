import { startPdfium } from '../pictures/pdf.ts'

/** A place in PDFium's memory. 0 is none. */
export type Pointer = number

/** PDFium's own functions: numbers in, a number out. */
export type Pdfium = {
  /** One of them by its name in PDFium's headers, such as `FPDF_LoadPage`. Throws Error where there is none. */
  function(name: string): (...args: readonly number[]) => number
  /** Room of so many bytes for what `use` does with it; given back afterwards. */
  withRoom<Result>(bytes: number, use: (room: Pointer) => Result): Result
  /** Its memory as it is now: it moves when it grows, so it is asked for each time. */
  view(): DataView
  bytes(at: Pointer, length: number): Uint8Array
}

/** Starts PDFium, which may take `memoryBytesMax`. */
export async function openPdfium(memoryBytesMax: number): Promise<Pdfium> {
  const { exports } = await startPdfium(memoryBytesMax)
  const memory = exports['memory']
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('PDFium shows no memory.')
  const named = (name: string) => functionOf(exports, name)
  const [malloc, free] = [named('malloc'), named('free')]
  return {
    function: named,
    withRoom(bytes, use) {
      const room = malloc(bytes)
      if (room === 0) throw new Error('PDFium has no memory left.')
      try {
        return use(room)
      } finally {
        free(room)
      }
    },
    view: () => new DataView(memory.buffer),
    bytes: (at, length) => new Uint8Array(memory.buffer, at, length),
  }
}

function functionOf(
  exports: WebAssembly.Instance['exports'],
  name: string,
): (...args: readonly number[]) => number {
  const called = exports[name]
  if (typeof called !== 'function') throw new Error(`PDFium has no function ${name}.`)
  // Some answer nothing.
  return (...args) => Number(called(...args) ?? 0)
}
