import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { IndicLanguage } from '../../../../src/reader/pages/ocr/indic-languages.ts'
import { readContent, textsOf } from '../../../support/reading.ts'

/** The words of the paper of five lines that is called so. */
async function readPaper(name: string, languages?: IndicLanguage[]): Promise<string[]> {
  const bytes = readFileSync(join(import.meta.dir, `${name}.jpg`))
  const options = languages === undefined ? {} : { languages }
  const [page] = (await readContent(bytes, options)).pages
  return page === undefined ? [] : textsOf(page)
}

test('Hindi beside English on a photo is read, and the figures stay what they are', async () => {
  const words = await readPaper('hindi')
  for (const word of ['किराना', 'भंडार', 'बिल', 'ग्राहक', 'चना', 'दाल', 'कुल', 'राशि']) {
    expect(words).toContain(word)
  }
  for (const word of ['Bill', 'SK/2041', 'Kulkarni', '500', '1,240.00', '3,425.50']) {
    expect(words).toContain(word)
  }
})

test('so is Gujarati: the script of a page is found among the two', async () => {
  const words = await readPaper('gujarati')
  for (const word of ['પટેલ', 'અનાજ', 'ભંડાર', 'બિલ', 'ચણા', 'દાળ', 'કુલ', 'રકમ']) {
    expect(words).toContain(word)
  }
  for (const word of ['Bill', 'PA/2041', 'Kulkarni', '1,240.00', '3,425.50']) {
    expect(words).toContain(word)
  }
})

test('a language that is switched off is not read', async () => {
  const words = await readPaper('hindi', ['gu'])
  expect(words.filter((word) => /[\u0900-\u097F]/.test(word))).toEqual([])
  expect(words).toContain('3,425.50')
})
