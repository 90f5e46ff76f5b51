import { placeCodes } from './codes.ts'
import type { Engines } from './engines.ts'
import { readPicture } from './ocr/read-picture.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawPage } from './pdf-picture.ts'
import { readPdfText } from './pdf-text.ts'
import { openPhoto } from './photo.ts'
import type { Picture } from './picture.ts'
import { makeOf } from './pictured.ts'
import { type Turn, turnSize } from './rectangle.ts'
import { isUsable } from './usable.ts'
import type { ReadPage } from './words.ts'

/** Pixels of a page that is read: an A4 page at 310 dpi, four bytes each. Longer strips are read less finely. */
const pixelsMax = 9_000_000

/** Letters are read well at so many dots an inch, and codes of 20 mm; a smaller code wants more. */
const dpi = 200
const fineDpi = 300

/** A page of a PDF: its own text where that is what somebody sees, else its picture. Throws Unread. */
export async function readPdfPage(
  page: PdfPage,
  number: number,
  engines: Engines,
): Promise<ReadPage> {
  const make = makeOf(page)
  const { words, turned, unknown } = readPdfText(page)
  if (!isUsable(words, { unknown, pictured: make.pictured })) {
    return await readDrawn(page, number, engines)
  }
  const codes = make.mayHaveCode ? await readCodes(page, engines, turned) : []
  return { number, ...turnSize(page.shown, turned), turned, source: 'text', words, codes }
}

async function readDrawn(page: PdfPage, number: number, engines: Engines): Promise<ReadPage> {
  const picture = drawPage(page, dpi, pixelsMax)
  const read = await readShown(picture, number, engines)
  // In points, as every page of a PDF.
  const size = turnSize(page.shown, read.turned)
  const codes = read.codes.length > 0 ? read.codes : await readFine(page, engines, read.turned)
  return { ...read, ...size, codes }
}

/** A photo or a scan that is a picture itself. Throws Unread. */
export async function readPhoto(bytes: Uint8Array, engines: Engines): Promise<ReadPage> {
  return await readShown(await openPhoto(bytes, pixelsMax), 1, engines)
}

async function readShown(picture: Picture, number: number, engines: Engines): Promise<ReadPage> {
  const found = await (await engines.codes())(picture)
  const { turned, words } = await readPicture(await engines.ocr(), picture)
  const codes = placeCodes(found, picture, turned)
  return { number, ...turnSize(picture, turned), turned, source: 'ocr', words, codes }
}

async function readCodes(page: PdfPage, engines: Engines, turned: Turn) {
  const picture = drawPage(page, dpi, pixelsMax)
  const found = await (await engines.codes())(picture)
  if (found.length > 0) return placeCodes(found, picture, turned)
  return await readFine(page, engines, turned)
}

async function readFine(page: PdfPage, engines: Engines, turned: Turn) {
  const picture = drawPage(page, fineDpi, pixelsMax)
  return placeCodes(await (await engines.codes())(picture), picture, turned)
}
