import { expect, test } from 'bun:test'
import type { IndicLanguage } from '../../../../src/reader/pages/ocr/indic-languages.ts'
import type { LinePart } from '../../../../src/reader/pages/ocr/indic-parts.ts'
import { readIndic } from '../../../../src/reader/pages/ocr/read-indic.ts'
import type { Reading } from '../../../../src/reader/pages/ocr/recognise.ts'

const picture = { width: 10, height: 10, pixels: new Uint8Array(400) }

/** A line of a page, five times as long as high, with ink under all of its letters. */
function lineOf(text: string, confidence: number): Reading {
  const all = Array.from(text)
  const letters = all.map((letter, at) => ({
    text: letter,
    at: (at + 0.5) / all.length,
    confidence: letter === ' ' ? 1 : confidence,
  }))
  const strip = { x: 0, y: 0, width: 5, height: 1, angle: 0 }
  return { strip, letters, ink: new Uint8Array(240).fill(1) }
}

/** Readers that read the same of every line, and which of them were started. */
function readersOf(texts: Record<IndicLanguage, string>, confidence = 0.95) {
  const started: IndicLanguage[] = []
  const reader = async (language: IndicLanguage) => {
    started.push(language)
    const part: LinePart = { text: texts[language], from: 0, to: 1, confidence }
    return () => [part]
  }
  return { started, readers: { languages: ['hi', 'gu'] as const, reader } }
}

const strange = [lineOf('ofera fa 7', 0.5), lineOf('qf5 t3a', 0.6), lineOf('Total 12', 0.99)]

test('a page that the recogniser knows starts no other reader, nor do two strange words', async () => {
  const { started, readers } = readersOf({ hi: 'दाल', gu: 'દાળ' })
  const page = [lineOf('Tax Invoice', 0.99), lineOf('Kulkarni Stores', 0.97), lineOf('x8q', 0.4)]
  expect(await readIndic(readers, picture, page)).toEqual(new Map())
  expect(started).toEqual([])
})

test('the script of a page is the one of which more is read', async () => {
  const { started, readers } = readersOf({ hi: 'द', gu: 'ચણાદાળ' })
  const added = await readIndic(readers, picture, strange)
  expect(started).toEqual(['hi', 'gu'])
  const texts = strange.map(({ strip }) => added.get(strip)?.map(({ text }) => text))
  expect(texts).toEqual([['ચણાદાળ'], ['ચણાદાળ'], undefined])
})

test('what is nowhere read surely is no script of the page', async () => {
  const { readers } = readersOf({ hi: 'चनादाल', gu: 'ચણાદાળ' }, 0.5)
  expect(await readIndic(readers, picture, strange)).toEqual(new Map())
})

test('ink where no letter was recognised is strange as well', async () => {
  const { started, readers } = readersOf({ hi: 'चनादाल', gu: 'દ' })
  const blind = { ...lineOf('1', 0.99), letters: [{ text: '1', at: 0.05, confidence: 0.99 }] }
  const added = await readIndic(readers, picture, [blind])
  expect(started).toEqual(['hi', 'gu'])
  expect(added.get(blind.strip)).toHaveLength(1)
})
