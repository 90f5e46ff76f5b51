import { readFileSync } from 'node:fs'
import type { PDFiumDocument } from '@hyzyla/pdfium'
import { hasCode } from '../errors.ts'
import { imageKind } from '../files/images.ts'
import { isTiff } from '../files/kinds.ts'
import { pngOf } from './png.ts'
import { openPdf } from './pdf.ts'
import { BadTiff, type TiffPage, tiffPagePdf, tiffPages } from './tiff.ts'

/** A page's size, upright: in points, a photo's in pixels. */
type PageSize = { width: number; height: number }

/** The first `pagesMax` of its `total` pages. */
export type Pages = { total: number; pages: PageSize[] }

/** Why a file has no picture. */
export type Problem = 'password' | 'broken' | 'rare TIFF' | 'too large' | 'too slow'

/** The most pages: a bill has a few, a year's statement some dozen, and nobody looks through more. */
const pagesMax = 300

/** The most pixels of a drawn picture: an A4 page at 2,400 across, twice. */
const drawnPixelsMax = 17_000_000

/** The most pixels of a photo that is read: what phones make, at four bytes each in memory. */
const photoPixelsMax = 110_000_000

/** Quality of JPEG and WebP: small enough for a shop's network, and print stays sharp. */
const quality = 85

/** The pages of a PDF, a TIFF or a photo, and the first of them as `drawPage` draws it, in one pass over the file. Throws Unshown. */
export async function openPages(
  file: string,
  width: number,
  passwords: readonly string[] = [],
): Promise<Pages & { first: Uint8Array }> {
  const bytes = readFileSync(file)
  if (isTiff(bytes)) {
    const stored = pagesOfTiff(bytes)
    const pages = stored
      .slice(0, pagesMax)
      .map(({ width: across, height }) => ({ width: across, height }))
    return { total: stored.length, pages, first: await drawTiff(bytes, stored[0], width) }
  }
  if (!isPdf(bytes)) {
    return { total: 1, pages: [await measurePhoto(bytes)], first: await drawPhoto(bytes, width) }
  }
  const document = await open(bytes, passwords)
  const first = await draw(await drawPdf(document, 1, width), width)
  return { ...measurePdf(document), first }
}

/** A page (from 1) as a picture of at most `width` pixels across, upright. Throws Unshown. */
export async function drawPage(
  file: string,
  page: number,
  width: number,
  passwords: readonly string[] = [],
): Promise<Uint8Array> {
  const bytes = readFileSync(file)
  if (isTiff(bytes)) return await drawTiff(bytes, pagesOfTiff(bytes)[page - 1], width)
  if (!isPdf(bytes)) return await drawPhoto(bytes, width)
  return await draw(await drawPdf(await open(bytes, passwords), page, width), width)
}

/** As a JPEG, the fastest format. A picture that may be transparent becomes a WebP, so that the page behind it shows. */
async function draw(image: Bun.Image, width: number, isOpaque = true): Promise<Uint8Array> {
  const size = [width, drawnPixelsMax / width] as const
  const resized = image.resize(...size, { fit: 'inside', withoutEnlargement: true })
  const encoded = isOpaque ? resized.jpeg({ quality }) : resized.webp({ quality })
  return await encoded.bytes().catch(refuse)
}

/** Thrown when a file has no picture, with the reason. */
export class Unshown extends Error {
  readonly problem: Problem

  constructor(problem: Problem, cause?: unknown) {
    super(`There is no picture: ${problem}.`, { cause })
    this.name = 'Unshown'
    this.problem = problem
  }
}

function measurePdf(document: PDFiumDocument): Pages {
  const total = document.getPageCount()
  const pages = Array.from({ length: Math.min(total, pagesMax) }, (_, index) => {
    const { originalWidth, originalHeight } = document.getPage(index).getOriginalSize()
    return { width: originalWidth, height: originalHeight }
  })
  return { total, pages }
}

async function drawPdf(document: PDFiumDocument, page: number, width: number): Promise<Bun.Image> {
  if (page > document.getPageCount()) throw new Unshown('broken')
  const shown = document.getPage(page - 1)
  const { originalWidth, originalHeight } = shown.getOriginalSize()
  if (!(originalWidth >= 1 && originalHeight >= 1)) throw new Unshown('broken')
  const scale = Math.min(
    width / originalWidth,
    Math.sqrt(drawnPixelsMax / (originalWidth * originalHeight)),
  )
  const { data, ...size } = await shown.render({
    width: Math.max(1, Math.round(originalWidth * scale)),
    height: Math.max(1, Math.round(originalHeight * scale)),
  })
  return new Bun.Image(pngOf(size, data))
}

function pagesOfTiff(bytes: Uint8Array): TiffPage[] {
  try {
    return tiffPages(bytes)
  } catch (error) {
    return refuse(error)
  }
}

async function drawTiff(bytes: Uint8Array, page: TiffPage | undefined, width: number) {
  if (page === undefined) throw new Unshown('broken')
  const pdf = await tiffPagePdf(bytes, page).catch(refuse)
  return await draw(await drawPdf(await open(pdf, []), 1, width), width)
}

async function measurePhoto(bytes: Uint8Array): Promise<PageSize> {
  const { width, height } = await photo(bytes).metadata().catch(refuse)
  return { width, height }
}

async function drawPhoto(bytes: Uint8Array, width: number): Promise<Uint8Array> {
  return await draw(photo(bytes), width, imageKind(bytes) === 'jpg')
}

function photo(bytes: Uint8Array): Bun.Image {
  return new Bun.Image(bytes, { maxPixels: photoPixelsMax })
}

function isPdf(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 5).toHex() === '255044462d'
}

/** Opens a locked PDF by the first password that fits. */
async function open(bytes: Uint8Array, passwords: readonly string[]): Promise<PDFiumDocument> {
  let locked: unknown
  for (const password of ['', ...passwords]) {
    try {
      return await openPdf(bytes, password)
    } catch (error) {
      // The library's errors have no code.
      const isLocked = error instanceof Error && /password|security/i.test(error.message)
      if (!isLocked) throw new Unshown('broken', error)
      locked = error
    }
  }
  throw new Unshown('password', locked)
}

function refuse(error: unknown): never {
  if (error instanceof BadTiff) {
    throw new Unshown(error.problem === 'too many pixels' ? 'too large' : error.problem, error)
  }
  const isTooLarge = hasCode(error, ['ERR_IMAGE_TOO_MANY_PIXELS'])
  throw new Unshown(isTooLarge ? 'too large' : 'broken', error)
}
