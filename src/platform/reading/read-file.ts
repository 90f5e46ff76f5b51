import { readFileSync } from 'node:fs'
import { openPdfium, type Pdfium, type Pointer } from './pdfium.ts'
import { readPdfText } from './pdf-text.ts'
import { turnSize } from './rectangle.ts'
import type { ReadFile, ReadPage } from './words.ts'

/** Memory that PDFium may take, in bytes. */
const memoryBytesMax = 400 * 1024 * 1024

/** The words of a PDF's pages. It may never end: only for a process of its own. Throws Error. */
export async function readFile(path: string): Promise<ReadFile> {
  const bytes = readFileSync(path)
  const pdfium = await openPdfium(memoryBytesMax)
  const count = pdfium.function('FPDF_GetPageCount')
  const document = load(pdfium, bytes)
  const pages = Array.from({ length: count(document) }, (_, index) =>
    readPage(pdfium, document, index),
  )
  return { pages, attachments: [] }
}

function load(pdfium: Pdfium, bytes: Uint8Array): Pointer {
  const at = pdfium.function('malloc')(bytes.length)
  pdfium.bytes(at, bytes.length).set(bytes)
  const document = pdfium.function('FPDF_LoadMemDocument')(at, bytes.length, 0)
  if (document === 0) throw new Error('PDFium cannot open this file.')
  return document
}

function readPage(pdfium: Pdfium, document: Pointer, index: number): ReadPage {
  const page = pdfium.function('FPDF_LoadPage')(document, index)
  const shown = {
    width: pdfium.function('FPDF_GetPageWidthF')(page),
    height: pdfium.function('FPDF_GetPageHeightF')(page),
  }
  const { turned, words } = readPdfText(pdfium, page, shown)
  pdfium.function('FPDF_ClosePage')(page)
  return {
    number: index + 1,
    ...turnSize(shown, turned),
    turned,
    source: 'text',
    words,
    codes: [],
  }
}
