import type { Pdfium, Pointer } from './pdfium.ts'
import { Unread } from './problems.ts'
import type { Size } from './rectangle.ts'

/** An open PDF. */
export type PdfDocument = { readonly pdfium: Pdfium; readonly document: Pointer }

export type PdfPage = {
  readonly pdfium: Pdfium
  readonly page: Pointer
  /** The size of the page as shown, in points. */
  readonly shown: Size
}

/** PDFium's error numbers (source: fpdfview.h). */
const wrongPassword = 4
const unknownSecurity = 5

/** Opens a PDF. A locked PDF is opened by the first password that fits. `openedBy` is that password's index. Throws Unread. */
export function openPdf(
  pdfium: Pdfium,
  bytes: Uint8Array,
  passwords: readonly string[] = [],
): PdfDocument & { openedBy?: number } {
  // This memory must live as long as the document: PDFium reads from it.
  const at = pdfium.function('malloc')(bytes.length)
  if (at === 0) throw new Unread('too much memory')
  pdfium.bytes(at, bytes.length).set(bytes)
  const load = pdfium.function('FPDF_LoadMemDocument')
  for (const [tried, password] of ['', ...passwords].entries()) {
    const document = pdfium.withText(password, (text) => load(at, bytes.length, text))
    if (document !== 0) return { pdfium, document, ...(tried > 0 && { openedBy: tried - 1 }) }
    const reason = pdfium.function('FPDF_GetLastError')()
    if (reason !== wrongPassword && reason !== unknownSecurity) throw new Unread('broken')
  }
  throw new Unread(passwords.length === 0 ? 'password' : 'wrong password')
}

export function countPages({ pdfium, document }: PdfDocument): number {
  return pdfium.function('FPDF_GetPageCount')(document)
}

/** Flattens forms and annotations into the page, so that filled-in values are read. Throws Unread. */
export async function withPage<Result>(
  { pdfium, document }: PdfDocument,
  index: number,
  use: (page: PdfPage) => Promise<Result>,
): Promise<Result> {
  const load = pdfium.function('FPDF_LoadPage')
  const close = pdfium.function('FPDF_ClosePage')
  let page = load(document, index)
  if (page !== 0 && pdfium.function('FPDFPage_GetAnnotCount')(page) > 0) {
    pdfium.function('FPDFPage_Flatten')(page, 0)
    close(page)
    page = load(document, index)
  }
  if (page === 0) throw new Unread('broken')
  try {
    return await use({ pdfium, page, shown: sizeOf(pdfium, page) })
  } finally {
    close(page)
  }
}

function sizeOf(pdfium: Pdfium, page: Pointer): Size {
  const width = pdfium.function('FPDF_GetPageWidthF')(page)
  const height = pdfium.function('FPDF_GetPageHeightF')(page)
  if (!(width >= 1 && height >= 1)) throw new Unread('broken')
  return { width, height }
}
