import type { ReadPage, Word } from '../../src/reader/page.ts'

/** Points: a character of the printed pages below, and how far one line is from the next. */
const characterWidth = 5
const linePitch = 16
const wordHeight = 13

/** A page with the words where they stand in the text: a character is as wide as any other. */
export function printedPage(text: string, page: Partial<ReadPage> = {}): ReadPage {
  const width = 700
  const height = 1200
  const words = text.split('\n').flatMap((line, row) =>
    Array.from(line.matchAll(/\S+/g), (match): Word => {
      const left = 20 + match.index * characterWidth
      const top = 20 + row * linePitch
      return {
        text: match[0],
        box: [
          left / width,
          top / height,
          (left + match[0].length * characterWidth) / width,
          (top + wordHeight) / height,
        ],
        confidence: page.source === 'ocr' ? 0.95 : 1,
      }
    }),
  )
  return { number: 1, width, height, turned: 0, source: 'text', codes: [], words, ...page }
}
