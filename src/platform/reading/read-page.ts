import { type FoundCode, readAreas, readScan } from './codes.ts'
import type { Engines } from './engines.ts'
import { readPicture } from './ocr/read-picture.ts'
import { eraseStamps } from './ocr/stamps.ts'
import type { PdfPage } from './pdf-document.ts'
import { drawPage } from './pdf-picture.ts'
import { readPdfText } from './pdf-text.ts'
import { openPhoto } from './photo.ts'
import type { Picture } from './picture.ts'
import { makeOf } from './pictured.ts'
import { boxOf, type Size, type Turn, turnRectangle, turnSize } from './rectangle.ts'
import { isUsable } from './usable.ts'
import type { ReadPage } from './words.ts'

/** Pixels of a page that is read: an A4 page at 250 dpi, four bytes each, a few times over while it is unpacked. */
const pixelsMax = 6_000_000

/** Letters are read well at so many dots an inch, and codes of 20 mm. */
const dpi = 200

/** A page of a PDF: its own text where that is what somebody sees, else its picture. Throws Unread. */
export async function readPdfPage(
  page: PdfPage,
  number: number,
  engines: Engines,
): Promise<ReadPage> {
  const { pictured, codeAreas } = makeOf(page)
  const { words, turned, unknown } = readPdfText(page)
  if (!isUsable(words, { unknown, pictured })) {
    const picture = drawPage(page, dpi, pixelsMax)
    const found = await readScan(await engines.codes(), page, picture)
    const read = await readShown(picture, found, number, engines)
    // In points, as every page of a PDF.
    return { ...read, ...turnSize(page.shown, read.turned) }
  }
  const found = codeAreas.length > 0 ? await readAreas(await engines.codes(), page, codeAreas) : []
  const codes = placeCodes(found, page.shown, turned)
  return { number, ...turnSize(page.shown, turned), turned, source: 'text', words, codes }
}

/** A photo or a scan that is a picture itself. Throws Unread. */
export async function readPhoto(bytes: Uint8Array, engines: Engines): Promise<ReadPage> {
  const picture = await openPhoto(bytes, pixelsMax)
  const readCodes = await engines.codes()
  return await readShown(picture, await readCodes(picture), 1, engines)
}

async function readShown(
  picture: Picture,
  found: readonly FoundCode[],
  number: number,
  engines: Engines,
): Promise<ReadPage> {
  eraseStamps(picture)
  const read = await readPicture(await engines.ocr(), engines.indic, picture)
  const { turned } = read
  const codes = placeCodes(found, picture, turned)
  // What reading it left is not kept beside the next page, or what is made of its words.
  Bun.gc(true)
  return { number, ...turnSize(picture, turned), source: 'ocr', ...read, codes }
}

/** On the page turned upright; `shown` is what they were found on. */
function placeCodes(found: readonly FoundCode[], shown: Size, turned: Turn): ReadPage['codes'] {
  return found.map(({ text, format, at }) => ({
    text,
    format,
    box: boxOf(turnRectangle(at, shown, turned), turnSize(shown, turned)),
  }))
}
