import type { Pdfium, Pointer } from './pdfium.ts'
import { Unread } from './problems.ts'
import type { Rectangle, Size } from './rectangle.ts'
import { bytesAPixel, type Picture } from './picture.ts'

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

/** From a PDF's left, top, right and bottom to the place on the page as shown. */
export type Place = (sides: readonly number[]) => Rectangle

/** Fractions of a point: PDFium returns places on the shown page as whole numbers. */
const finer = 1000

/** Converts a PDF's own coordinates to the page as shown. In a PDF, y grows upwards from any corner, and the page may be turned. */
export function placer(pdfium: Pdfium, page: Pointer, { width, height }: Size): Place {
  const toDevice = pdfium.function('FPDF_PageToDevice')
  const size = [Math.round(width * finer), Math.round(height * finer)]
  const shownAt = (x: number, y: number): [number, number] =>
    pdfium.withRoom(8, (room) => {
      toDevice(page, 0, 0, ...size, 0, x, y, room, room + 4)
      const view = pdfium.view()
      return [view.getInt32(room, true) / finer, view.getInt32(room + 4, true) / finer]
    })
  const apart = 100
  const [x0, y0] = shownAt(0, 0)
  const [xRight, yRight] = shownAt(apart, 0)
  const [xUp, yUp] = shownAt(0, apart)
  const shown = (x: number, y: number) => [
    x0 + (x * (xRight - x0) + y * (xUp - x0)) / apart,
    y0 + (x * (yRight - y0) + y * (yUp - y0)) / apart,
  ]
  return ([left = 0, top = 0, right = 0, bottom = 0]) => {
    const [x1 = 0, y1 = 0] = shown(left, top)
    const [x2 = 0, y2 = 0] = shown(right, bottom)
    return {
      left: Math.min(x1, x2),
      top: Math.min(y1, y2),
      right: Math.max(x1, x2),
      bottom: Math.max(y1, y2),
    }
  }
}

/** Points in an inch. */
const pointsAnInch = 72

/** PDFium's number for red, green, blue and alpha, in this order when the colours are swapped (source: fpdfview.h). */
const bitmapFormat = 4
const drawNotes = 0x01
const turnColours = 0x10
const white = 0xff_ff_ff_ff

/** Draws a PDF page as shown, with at most `pixelsMax` pixels. Throws Unread. */
export function drawPage(page: PdfPage, dpi: number, pixelsMax: number): Picture {
  const { width, height } = page.shown
  return drawArea(page, { left: 0, top: 0, right: width, bottom: height }, dpi, pixelsMax)
}

/** Draws part of a page. */
export function drawArea(page: PdfPage, area: Rectangle, dpi: number, pixelsMax: number): Picture {
  const { pdfium, shown } = page
  const size = { width: area.right - area.left, height: area.bottom - area.top }
  const scale = Math.min(dpi / pointsAnInch, Math.sqrt(pixelsMax / (size.width * size.height)))
  const { width, height } = scaled(size, scale)
  const whole = scaled(shown, scale)
  const create = pdfium.function('FPDFBitmap_CreateEx')
  const bitmap = create(width, height, bitmapFormat, 0, width * bytesAPixel)
  if (bitmap === 0) throw new Unread('too much memory')
  try {
    pdfium.function('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, white)
    const draw = pdfium.function('FPDF_RenderPageBitmap')
    const [left, top] = [-Math.round(area.left * scale), -Math.round(area.top * scale)]
    draw(bitmap, page.page, left, top, whole.width, whole.height, 0, drawNotes | turnColours)
    const at = pdfium.function('FPDFBitmap_GetBuffer')(bitmap)
    return { width, height, pixels: pdfium.bytes(at, width * height * bytesAPixel).slice() }
  } finally {
    pdfium.function('FPDFBitmap_Destroy')(bitmap)
  }
}

function scaled({ width, height }: Size, scale: number): Size {
  return {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  }
}
