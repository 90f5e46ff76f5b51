import { expect, test } from 'bun:test'
import { pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { type Picture, turnPicture } from '../../../src/reader/pages/picture.ts'
import type { Turn } from '../../../src/reader/pages/rectangle.ts'
import { drawnBill, drawnLines, jpegOf, printedWords } from '../../support/drawn-bill.ts'
import { readOnePage, textsOf } from '../../support/reading.ts'

const photo = await drawnBill()

const lying: Turn[] = [0, 90, 180, 270]

test.each(lying)(
  'a photo that lies turned by %d is read upright, with the place of each word',
  async (turn) => {
    const page = await readOnePage(await jpegOf(turnPicture(photo, turn)))
    expect(page).toMatchObject({ source: 'ocr', turned: (360 - turn) % 360 })
    expect(textsOf(page).toSorted()).toEqual(printedWords.toSorted())
    const total = page.words.find(({ text }) => text === '3,425.50')
    expect(total?.box[1]).toBeGreaterThan(0.68)
    expect(total?.box[0]).toBeGreaterThan(0.3)
    expect(total?.confidence).toBeGreaterThan(0.8)
  },
)

test('a line with an unsure letter is read again by the careful recogniser: the quick one takes an I for an l', async () => {
  const names = ['Ceramic Floor Tile Ivory', 'GI Wire 8 Gauge', 'Wall Putty 40 Kg']
  const page = await readOnePage(await jpegOf(await drawnLines(names)))
  expect(textsOf(page).toSorted()).toEqual(names.flatMap((name) => name.split(' ')).toSorted())
  expect(page.linesReadAgain).toBeGreaterThan(0)
})

test('a page of a PDF that is a scan is read as a picture, also where its scanner put text behind it', async () => {
  const behind =
    'BT /F1 14 Tf 3 Tr 60 330 Td (Sh ee Gan sh Tra ers and more than a stamp has) Tj ET'
  const page = await readOnePage(pdfOfPhoto(await jpegOf(photo), photo, behind))
  expect(page.source).toBe('ocr')
  expect(textsOf(page).toSorted()).toEqual(printedWords.toSorted())
  expect(page).toMatchObject({ width: 420, height: 400 })
})

function pdfOfPhoto(jpeg: Uint8Array, { width, height }: Picture, behind: string): Uint8Array {
  const stream = Buffer.from(jpeg).toString('latin1')
  const image = `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >>\nstream\n${stream}\nendstream`
  const page = { width: 420, height: 400, content: `q 420 0 0 400 0 0 cm /Im Do Q ${behind}` }
  const font = '/F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  return pdfFile([page], {
    dictionary: `/XObject << /Im 3 0 R >> /Font << ${font} >>`,
    objects: [image],
  })
}
