import { PDFDocument } from '@cantoo/pdf-lib'
import { openPdf } from '../../../../src/platform/pictures/pdf.ts'
import { pngOf } from '../../../../src/platform/pictures/png.ts'
import type { Picture } from './picture.ts'

const pointsPerInch = 72

/** The pages of a PDF as a scanner with this resolution (dots per inch) gives them. */
export async function rasterised(pdf: Uint8Array, dpi: number): Promise<Picture[]> {
  const document = await openPdf(pdf)
  const pages: Picture[] = []
  for (const page of document.pages()) {
    const { data, width, height } = await page.render({ scale: dpi / pointsPerInch })
    pages.push({ width, height, data: new Uint8ClampedArray(data) })
  }
  document.destroy()
  return pages
}

export async function jpegOf(picture: Picture, quality: number): Promise<Uint8Array> {
  return await imageOf(picture).jpeg({ quality }).bytes()
}

export async function smallJpegOf(
  picture: Picture,
  longSide: number,
  quality: number,
): Promise<Uint8Array> {
  const size = [longSide, longSide] as const
  return await imageOf(picture)
    .resize(...size, { fit: 'inside' })
    .jpeg({ quality })
    .bytes()
}

export async function bitmapOf(picture: Picture): Promise<Uint8Array> {
  return await imageOf(picture).png().bytes()
}

function imageOf({ data, ...size }: Picture): Bun.Image {
  return new Bun.Image(pngOf(size, new Uint8Array(data.buffer)))
}

/** A PDF of pictures, as a scanner makes it; each page has the size of the paper. */
export async function scannedPdf(pages: readonly Uint8Array[], dpi: number): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  for (const bytes of pages) {
    const isPng = bytes[0] === 0x89
    const image = isPng ? await document.embedPng(bytes) : await document.embedJpg(bytes)
    const [width, height] = [image.width, image.height].map((side) => (side / dpi) * pointsPerInch)
    if (width === undefined || height === undefined) throw new Error('A picture has two sides.')
    document.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height })
  }
  return await document.save()
}

/** A PDF that opens with a password only, as banks send statements. */
export async function lockedPdf(pdf: Uint8Array, password: string): Promise<Uint8Array> {
  const document = await PDFDocument.load(pdf)
  document.encrypt({ userPassword: password, ownerPassword: `${password}-owner` })
  return await document.save()
}
