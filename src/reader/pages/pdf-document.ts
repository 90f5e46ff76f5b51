import type { Pdfium, Pointer } from './pdfium.ts'
import { Unread } from './problems.ts'
import { around, type Rectangle, type Size } from './rectangle.ts'
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

/** The parts of a page beside its text. */
type Make = {
  /** The share of the page that pictures cover, 0 to 1. */
  readonly pictured: number
  /** Areas that may hold a code, on the page as shown. */
  readonly codeAreas: readonly Rectangle[]
}

/** PDFium's kinds of page objects (source: fpdf_edit.h). */
const path = 2
const image = 3
const shading = 4
const form = 5

/** Limits of page objects and of their nesting: a hostile page has millions, one in another. */
const partsMax = 20_000
const depthMax = 5

/** Sides of an area with a code, in points: at least 8 mm. The text beside a code may make the area up to twice as long as high. */
const codeSideMin = 22
const codeRatioMax = 2

/** A drawn code is many squares and runs of squares, each side at most this many points, or one path with many segments. */
const squaresMin = 100
const squareSideMin = 0.3
const squareSideMax = 12
const runRatioMax = 12
const segmentsMin = 200

/** More pictures are goods, or pieces of one page. Then the whole page may hold a code. */
const areasMax = 6

type Part = { object: Pointer; kind: number; depth: number }

export function makeOf(page: PdfPage): Make {
  const { pdfium, shown } = page
  const boundsAt = boundsReader(pdfium, placer(pdfium, page.page, shown))
  const segmentsOf = pdfium.function('FPDFPath_CountSegments')
  const whole = { left: 0, top: 0, right: shown.width, bottom: shown.height }
  const areas: Rectangle[] = []
  const squares: Rectangle[] = []
  let covered = 0
  for (const { object, kind, depth } of partsOf(page)) {
    // Objects in a form use the form's own coordinates.
    const at = depth === 0 ? boundsAt(object) : whole
    if (kind === image || kind === shading) {
      covered += areaOf(at)
      if (isLikeCode(at)) areas.push(at)
    }
    if (kind !== path) continue
    if (segmentsOf(object) >= segmentsMin && isLikeCode(at)) areas.push(at)
    if (depth > 0 || isSquare(at)) squares.push(at)
  }
  if (squares.length >= squaresMin) areas.push(around(squares))
  return {
    pictured: Math.min(1, covered / areaOf(whole)),
    codeAreas: areas.length > areasMax ? [whole] : areas,
  }
}

function partsOf({ pdfium, page }: PdfPage): Part[] {
  const kindOf = pdfium.function('FPDFPageObj_GetType')
  const countInForm = pdfium.function('FPDFFormObj_CountObjects')
  const getInForm = pdfium.function('FPDFFormObj_GetObject')
  const getOnPage = pdfium.function('FPDFPage_GetObject')
  const parts: Part[] = []
  const look = (count: number, get: (index: number) => Pointer, depth: number) => {
    for (let index = 0; index < count && parts.length < partsMax; index++) {
      const object = get(index)
      const kind = kindOf(object)
      parts.push({ object, kind, depth })
      if (kind === form && depth < depthMax) {
        look(countInForm(object), (inner) => getInForm(object, inner), depth + 1)
      }
    }
  }
  look(pdfium.function('FPDFPage_CountObjects')(page), (index) => getOnPage(page, index), 0)
  return parts
}

function boundsReader(pdfium: Pdfium, place: Place): (object: Pointer) => Rectangle {
  const bounds = pdfium.function('FPDFPageObj_GetBounds')
  return (object) =>
    pdfium.withRoom(16, (room) => {
      bounds(object, room, room + 4, room + 8, room + 12)
      const view = pdfium.view()
      const [left = 0, bottom = 0, right = 0, top = 0] = [0, 4, 8, 12].map((at) =>
        view.getFloat32(room + at, true),
      )
      return place([left, top, right, bottom])
    })
}

function sidesOf({ left, top, right, bottom }: Rectangle): [shorter: number, longer: number] {
  const [width, height] = [right - left, bottom - top]
  return [Math.min(width, height), Math.max(width, height)]
}

function areaOf(at: Rectangle): number {
  const [shorter, longer] = sidesOf(at)
  return shorter * longer
}

function isLikeCode(at: Rectangle): boolean {
  const [shorter, longer] = sidesOf(at)
  return longer >= codeSideMin && longer <= codeRatioMax * shorter
}

/** A rule of a table is thinner and longer. */
function isSquare(at: Rectangle): boolean {
  const [shorter, longer] = sidesOf(at)
  return shorter >= squareSideMin && longer <= squareSideMax && longer <= runRatioMax * shorter
}
