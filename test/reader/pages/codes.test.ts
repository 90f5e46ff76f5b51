import { expect, test } from 'bun:test'
import { encode } from 'uqr'
import { pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import { pngOf } from '../../../src/platform/pictures/png.ts'
import { readOnePage } from '../../support/reading.ts'

/** As long as a signed e-invoice's. */
const signed = `eyJhbGciOiJSUzI1NiJ9.${'c2lnbmVkIGUtaW52b2ljZQ'.repeat(40)}`
const millimetre = 72 / 25.4

/** Dark squares of a code, as PDF draws them: each module a rectangle, `side` points in all. */
function drawn(text: string, side: number, left: number, bottom: number): string {
  const { data, size } = encode(text, { border: 0 })
  const module = side / size
  return data
    .flatMap((row, y) =>
      row.map((isDark, x) =>
        isDark
          ? `${left + x * module} ${bottom + side - (y + 1) * module} ${module} ${module} re f\n`
          : '',
      ),
    )
    .join('')
}

const print = 'BT /F1 12 Tf 60 750 Td (Tax invoice of a shop in Pune, total 100.00) Tj ET\n'

test('a signed code of 20 mm beside the text of a PDF is read, with its place', async () => {
  const side = 20 * millimetre
  const content = print + drawn(signed, side, 450, 700)
  const page = await readOnePage(pdfFile([{ width: 600, height: 800, content }]))
  expect(page.source).toBe('text')
  expect(page.codes).toHaveLength(1)
  const [code] = page.codes
  expect(code).toMatchObject({ text: signed, format: 'QRCode' })
  expect(code?.box[0]).toBeCloseTo(450 / 600, 1)
  expect(code?.box[3]).toBeCloseTo(100 / 800, 1)
})

test('a signed code of 18 mm on a page without text is found and read more finely than the page', async () => {
  const side = 18 * millimetre
  const content = drawn(signed, side, 450, 700)
  const page = await readOnePage(pdfFile([{ width: 600, height: 800, content }]))
  expect(page.source).toBe('ocr')
  expect(page.codes).toMatchObject([{ text: signed, format: 'QRCode' }])
  expect(page.codes[0]?.box[0]).toBeCloseTo(450 / 600, 1)
  expect(page.codes[0]?.box[3]).toBeCloseTo(100 / 800, 1)
})

test('a page of text and rules is not looked at for codes', async () => {
  const rules = Array.from({ length: 300 }, (_, row) => `60 ${row * 2} 480 0.5 re f\n`).join('')
  const page = await readOnePage(pdfFile([{ width: 600, height: 800, content: print + rules }]))
  expect(page).toMatchObject({ source: 'text', codes: [] })
})

test('a payment code on a photo is read', async () => {
  const upi = 'upi://pay?pa=shop@okbank&am=118.00'
  const { data, size } = encode(upi, { border: 4 })
  const scale = 8
  const width = size * scale
  const pixels = new Uint8Array(4 * width * width).fill(255)
  for (const [at] of Array.from({ length: width * width }).entries()) {
    const [x, y] = [Math.floor((at % width) / scale), Math.floor(at / width / scale)]
    if (data[y]?.[x] === true) pixels.fill(0, 4 * at, 4 * at + 3)
  }
  const photo = await new Bun.Image(pngOf({ width, height: width }, pixels)).jpeg().bytes()
  const page = await readOnePage(photo)
  expect(page.codes.map(({ text }) => text)).toEqual([upi])
})
