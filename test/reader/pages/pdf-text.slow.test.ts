import { expect, test } from 'bun:test'
import { pdfFile } from '../../../src/cli/demo/papers/write-papers.ts'
import type { ReadPage } from '../../../src/reader/page.ts'
import { readOnePage, textsOf } from '../../support/reading.ts'

/** Enough print for a page to be more than a stamp. */
const print = at('1 0 0 1 60 40', 'Subject to Pune jurisdiction only')
const printed = ['Subject', 'to', 'Pune', 'jurisdiction', 'only']

/** A page of 600 by 800 points with what PDF calls its content. */
async function readPage(content: string, turned = 0): Promise<ReadPage> {
  const bytes = Buffer.from(pdfFile([{ width: 600, height: 800, content }])).toString('latin1')
  const size = '/MediaBox [0 0 600 800]'
  return await readOnePage(bytes.replace(size, `${size} /Rotate ${turned}`))
}

function at(matrix: string, text: string, more = ''): string {
  return `BT /F1 12 Tf ${more} ${matrix} Tm (${text}) Tj ET\n`
}

test('words are parted at spaces and at gaps, each with its box', async () => {
  const page = await readPage(
    at('1 0 0 1 60 700', 'Shree Ganesh 0417') + at('1 0 0 1 400 700', '1,200.00'),
  )
  expect(textsOf(page)).toEqual(['Shree', 'Ganesh', '0417', '1,200.00'])
  expect(page).toMatchObject({ number: 1, width: 600, height: 800, turned: 0, source: 'text' })
  const [left, top, right, bottom] = page.words[0]?.box ?? []
  expect(left).toBeCloseTo(0.1, 3)
  expect(right).toBeCloseTo(92 / 600, 3)
  expect(top).toBeGreaterThan(88 / 800)
  expect(bottom).toBeLessThan(103 / 800)
})

test('letters that are painted in another order are one word', async () => {
  const page = await readPage(at('1 0 0 1 73.34 700', '345') + at('1 0 0 1 60 700', '12') + print)
  expect(textsOf(page)).toEqual(['12345', ...printed])
})

test('bold text that is painted twice is read once, and doubled digits are kept', async () => {
  const page = await readPage(
    at('1 0 0 1 60 700', '1100.11') + at('1 0 0 1 60.3 700', '1100.11') + print,
  )
  expect(textsOf(page)).toEqual(['1100.11', ...printed])
})

test('text that nobody sees is not read', async () => {
  const page = await readPage(
    at('1 0 0 1 60 700', 'seen') +
      at('1 0 0 1 60 600', 'invisible', '3 Tr') +
      at('1 0 0 1 900 600', 'beside') +
      at('0.05 0 0 0.05 60 500', 'tiny', '0 Tr') +
      print,
  )
  expect(textsOf(page)).toEqual(['seen', ...printed])
})

test('a watermark across the page is not read', async () => {
  const page = await readPage(
    at('1 0 0 1 60 700', 'Total 100') + at('0.7 0.7 -0.7 0.7 200 300', 'ORIGINAL') + print,
  )
  expect(textsOf(page)).toEqual(['Total', '100', ...printed])
})

test('slanted type is read like upright type', async () => {
  const page = await readPage(at('1 0 0.36 1 60 700', 'Output CGST 9 1,789.37'))
  expect(textsOf(page)).toEqual(['Output', 'CGST', '9', '1,789.37'])
})

const turnedPages: [turn: number, matrix: string][] = [
  [0, '1 0 0 1 60 700'],
  [90, '0 1 -1 0 100 60'],
  [180, '-1 0 0 -1 540 100'],
  [270, '0 -1 1 0 500 740'],
]

test.each(turnedPages)(
  'a page that is shown turned by %d is read as shown',
  async (turn, matrix) => {
    const page = await readPage(at(matrix, 'Bill 42 of a shop in Pune'), turn)
    expect(textsOf(page)).toEqual(['Bill', '42', 'of', 'a', 'shop', 'in', 'Pune'])
    expect(page.turned).toBe(0)
    expect(page.width > page.height).toBe(turn % 180 === 90)
    expect(page.words[0]?.box[0]).toBeCloseTo(60 / page.width, 2)
    expect(page.words[0]?.box[1]).toBeLessThan(0.17)
  },
)

test('a page whose lines run upwards is read turned, and says so', async () => {
  const page = await readPage(at('0 1 -1 0 100 60', 'Bill 42 of a shop in Pune'))
  expect(page).toMatchObject({ turned: 90, width: 800, height: 600 })
  expect(textsOf(page)).toEqual(['Bill', '42', 'of', 'a', 'shop', 'in', 'Pune'])
  expect(page.words[0]?.box[0]).toBeCloseTo(60 / 800, 2)
})

test('white text is read on a dark ground, and not on paper', async () => {
  const page = await readPage(
    '0 0 0.4 rg 50 690 300 30 re f 1 1 1 rg ' +
      at('1 0 0 1 60 700', 'Amount') +
      at('1 0 0 1 60 500', 'hidden') +
      '0 g ' +
      print,
  )
  expect(textsOf(page)).toEqual(['Amount', ...printed])
})

function fontOf(name: string): string {
  return `<< /Type /Font /Subtype /Type1 /BaseFont /${name} >>`
}

/** A page with a font of that name beside Helvetica, as F2. */
async function readWithFont(name: string, content: string): Promise<ReadPage> {
  const dictionary = `/Font << /F1 ${fontOf('Helvetica')} /F2 ${fontOf(name)} >>`
  return await readOnePage(pdfFile([{ width: 600, height: 800, content }], { dictionary }))
}

const hindi = 'BT /F2 24 Tf 1 0 0 1 60 700 Tm (fcy la[;k) Tj ET\n'

test.each(['ABCDEF+KrutiDev010', 'SHREE-GUJ-0752'])(
  'Latin letters that %s draws as Hindi or Gujarati are none: a page of them is looked at',
  async (name) => {
    expect((await readWithFont(name, hindi + at('1 0 0 1 60 40', 'Total 500'))).source).toBe('ocr')
  },
)

test('a few of them are left out of a text that says all else', async () => {
  const rest = Array.from({ length: 8 }, (_, row) =>
    at(`1 0 0 1 60 ${600 - 20 * row}`, 'Basmati Rice'),
  )
  const page = await readWithFont('KrutiDev010', hindi + rest.join('') + print)
  expect(page.source).toBe('text')
  expect(textsOf(page)).toEqual([...rest.flatMap(() => ['Basmati', 'Rice']), ...printed])
})
