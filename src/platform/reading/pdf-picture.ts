import type { PdfPage } from './pdf-document.ts'
import { Unread } from './problems.ts'
import { bytesAPixel, type Picture } from './picture.ts'

/** A PDF's points to an inch. */
const pointsAnInch = 72

/** PDFium's number for red, green, blue, alpha in this order when it turns them round (source: fpdfview.h). */
const bitmapFormat = 4
const drawNotes = 0x01
const turnColours = 0x10
const white = 0xff_ff_ff_ff

/** A page of a PDF as a picture, as it is shown, of at most `pixelsMax`. Throws Unread. */
export function drawPage(
  { pdfium, page, shown }: PdfPage,
  dpi: number,
  pixelsMax: number,
): Picture {
  const scale = Math.min(dpi / pointsAnInch, Math.sqrt(pixelsMax / (shown.width * shown.height)))
  const width = Math.max(1, Math.floor(shown.width * scale))
  const height = Math.max(1, Math.floor(shown.height * scale))
  const create = pdfium.function('FPDFBitmap_CreateEx')
  const bitmap = create(width, height, bitmapFormat, 0, width * bytesAPixel)
  if (bitmap === 0) throw new Unread('too much memory')
  try {
    pdfium.function('FPDFBitmap_FillRect')(bitmap, 0, 0, width, height, white)
    const draw = pdfium.function('FPDF_RenderPageBitmap')
    draw(bitmap, page, 0, 0, width, height, 0, drawNotes | turnColours)
    const at = pdfium.function('FPDFBitmap_GetBuffer')(bitmap)
    return { width, height, pixels: pdfium.bytes(at, width * height * bytesAPixel).slice() }
  } finally {
    pdfium.function('FPDFBitmap_Destroy')(bitmap)
  }
}
