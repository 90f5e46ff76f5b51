import { join } from 'node:path'
import type { PDFiumDocument, PDFiumLibrary } from '@hyzyla/pdfium'
import { embeddedDir, readUnpacked } from '../embedded.ts'

/** The most memory of PDFium, in bytes: a hostile file asks for everything. */
const memoryBytesMax = 768 * 1024 * 1024

/**
 * Opens a PDF with PDFium. It is synchronous, and nothing can stop it: use it only in a separate process. Throws Error with PDFium's
 * reason.
 */
export async function openPdf(bytes: Uint8Array, password = ''): Promise<PDFiumDocument> {
  const { library } = await startPdfium(memoryBytesMax)
  return await library.loadDocument(bytes, password)
}

/** Starts PDFium, with its own functions, most of which the library hides. `bytesMax`: the most memory. */
export async function startPdfium(
  bytesMax: number,
): Promise<{ library: PDFiumLibrary; exports: WebAssembly.Instance['exports'] }> {
  // Loaded on demand: the library is large, and no other command needs it.
  const { PDFiumLibrary: Library } = await import('@hyzyla/pdfium')
  const wasm = readUnpacked(join(embeddedDir('pdfium'), 'pdfium.wasm'))
  let exports: WebAssembly.Instance['exports'] = {}
  const library = await Library.init({
    instantiateWasm(imports, onInstance) {
      limitMemory(imports['env'], bytesMax)
      const instance = new WebAssembly.Instance(new WebAssembly.Module(wasm), imports)
      onInstance(instance)
      exports = instance.exports
      return exports
    },
  })
  return { library, exports }
}

/** PDFium grows its memory through this function, and ends when that is refused. */
function limitMemory(env: Record<string, unknown> | undefined, bytesMax: number): void {
  const resize = env?.['emscripten_resize_heap']
  if (env === undefined || typeof resize !== 'function') {
    throw new Error('PDFium asks for memory in another way.')
  }
  env['emscripten_resize_heap'] = (bytes: number): unknown =>
    // The size is a signed number.
    bytes >>> 0 > bytesMax ? 0 : Reflect.apply(resize, undefined, [bytes])
}
