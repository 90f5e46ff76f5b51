import { expect, test } from 'bun:test'
import { bytesAPixel } from '../../../src/reader/pages/picture.ts'
import { drawnBill, jpegOf, printedWords } from '../../support/drawn-bill.ts'
import { readContent, readOnePage, textsOf } from '../../support/reading.ts'
import {
  type Bitmap,
  fax3,
  fax4,
  stripOf,
  tagsOf,
  tiffFile,
  type TiffSheet,
} from '../../support/tiff.ts'

/** Dots an inch of the drawn bill. */
const dpi = 200

const bill = await drawnBill()

/** The bill as a fax machine sees it, with all rows or with each second one. */
function faxed(step: 1 | 2): Bitmap {
  return {
    width: bill.width,
    height: Math.floor(bill.height / step),
    isBlack: (x, y) => (bill.pixels[(y * step * bill.width + x) * bytesAPixel] ?? 255) < 128,
  }
}

function sheetOf(fax: Bitmap, piece: Uint8Array, compression: number, dpiDown = dpi): TiffSheet {
  return {
    tags: tagsOf(fax, compression, 0, { 282: [dpi], 283: [dpiDown] }),
    pieces: [piece],
  }
}

const fine = faxed(1)

test('a bill that came as a fax is read as the same bill from a scanner, with its places', async () => {
  const scan = await readOnePage(await jpegOf(bill))
  const page = await readOnePage(tiffFile([sheetOf(fine, fax4(fine), 4)]))
  expect(page).toMatchObject({ source: 'ocr', turned: 0 })
  expect(Math.round(page.width)).toBe(420)
  expect(textsOf(page).toSorted()).toEqual(textsOf(scan).toSorted())
  const boxOf = ({ words }: typeof page) => words.find(({ text }) => text === '3,425.50')?.box ?? []
  for (const [side, at] of boxOf(page).entries()) expect(at).toBeCloseTo(boxOf(scan)[side] ?? 0, 1)
})

test('a fax in low resolution is as high as its paper', async () => {
  const coarse = faxed(2)
  const page = await readOnePage(tiffFile([sheetOf(coarse, fax3(coarse), 3, dpi / 2)]))
  expect([page.width, page.height].map(Math.round)).toEqual([420, 400])
  expect(textsOf(page)).toContain('3,425.50')
})

test('the pages of a fax are read one after another, and a page in strips as one', async () => {
  const rows = 100
  const strips = Array.from({ length: Math.ceil(fine.height / rows) }, (_, at) =>
    fax4(stripOf(fine, at * rows, Math.min(rows, fine.height - at * rows))),
  )
  const sheet = sheetOf(fine, new Uint8Array(), 4)
  const inStrips = { tags: { ...sheet.tags, 278: [rows] }, pieces: strips }
  const told: string[] = []
  const { pages } = await readContent(tiffFile([sheetOf(fine, fax4(fine), 4), inStrips]), {
    onPage: (page, of) => told.push(`${page} of ${of}`),
  })
  expect(told).toEqual(['1 of 2', '2 of 2'])
  expect(pages.map(({ number }) => number)).toEqual([1, 2])
  for (const page of pages) expect(textsOf(page).toSorted()).toEqual(printedWords.toSorted())
})
