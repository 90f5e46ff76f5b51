import { startPdfium } from '../../platform/pictures/pdf.ts'

/** An address in PDFium's memory. 0 means none. */
export type Pointer = number

/** PDFium's functions take numbers and return a number. */
export type Pdfium = {
  /** A function by its name in PDFium's headers, such as `FPDF_LoadPage`. Throws Error if there is none. */
  function(name: string): (...args: readonly number[]) => number
  /** Allocates bytes for `use` and frees them afterwards. */
  withRoom<Result>(bytes: number, use: (room: Pointer) => Result): Result
  /** Does the same for a C string. */
  withText<Result>(text: string, use: (at: Pointer) => Result): Result
  /** The current memory. It moves when it grows, so do not keep the view. */
  view(): DataView
  bytes(at: Pointer, length: number): Uint8Array<ArrayBuffer>
}

/** Starts PDFium with at most `memoryBytesMax` of memory. */
export async function openPdfium(memoryBytesMax: number): Promise<Pdfium> {
  const { exports } = await startPdfium(memoryBytesMax)
  const memory = exports['memory']
  if (!(memory instanceof WebAssembly.Memory)) throw new Error('PDFium shows no memory.')
  const named = (name: string) => functionOf(exports, name)
  const [malloc, free] = [named('malloc'), named('free')]
  const bytes = (at: Pointer, length: number) => new Uint8Array(memory.buffer, at, length)
  const withRoom: Pdfium['withRoom'] = (length, use) => {
    const room = malloc(length)
    if (room === 0) throw new Error('PDFium has no memory left.')
    try {
      return use(room)
    } finally {
      free(room)
    }
  }
  return {
    function: named,
    withRoom,
    withText(text, use) {
      const encoded = new TextEncoder().encode(`${text}\0`)
      return withRoom(encoded.length, (room) => {
        bytes(room, encoded.length).set(encoded)
        return use(room)
      })
    },
    view: () => new DataView(memory.buffer),
    bytes,
  }
}

function functionOf(
  exports: WebAssembly.Instance['exports'],
  name: string,
): (...args: readonly number[]) => number {
  const called = exports[name]
  if (typeof called !== 'function') throw new Error(`PDFium has no function ${name}.`)
  // Some functions return nothing.
  return (...args) => Number(called(...args) ?? 0)
}
