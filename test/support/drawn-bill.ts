import { pdfFile } from '../../src/cli/demo/papers/write-papers.ts'
import { pngOf } from '../../src/platform/pictures/png.ts'
import { drawPage, openPdf, withPage } from '../../src/reader/pages/pdf-document.ts'
import { openPdfium } from '../../src/reader/pages/pdfium.ts'
import type { Picture } from '../../src/reader/pages/picture.ts'

const lines = [
  'Shree Ganesh Traders',
  'GSTIN 27AAPFU0939F1ZV',
  'Invoice No. SGT/25-26/0417',
  'Basmati Rice 25 kg 1,250.00',
  'Refined Oil 15 L 2,175.50',
  'Grand Total 3,425.50',
]

/** The words that are printed on it. */
export const printedWords = lines.flatMap((line) => line.split(' '))

/** A small bill as a scanner sees it, 420 by 400 points at 200 dpi. */
export async function drawnBill(): Promise<Picture> {
  return await drawnLines(lines)
}

/** The same with other lines, of which there may be seven. */
export async function drawnLines(texts: readonly string[]): Promise<Picture> {
  const content = texts
    .map((line, index) => `BT /F1 14 Tf 60 ${330 - 45 * index} Td (${line}) Tj ET`)
    .join('\n')
  const bytes = pdfFile([{ width: 420, height: 400, content }])
  const file = openPdf(await openPdfium(2 ** 28), bytes)
  return await withPage(file, 0, async (page) => drawPage(page, 200, 4_000_000))
}

/** As a phone sends it. */
export async function jpegOf(picture: Picture): Promise<Uint8Array> {
  return await new Bun.Image(pngOf(picture, picture.pixels)).jpeg({ quality: 60 }).bytes()
}
