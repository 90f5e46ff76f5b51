import type { ReadPage, Word } from '../../src/reader/page.ts'

/* Pages for tests, drawn with letters of one width: what stands where on paper stands there in the drawing. */

const [letterWidth, lineHeight, typeHeight] = [6, 14, 11]

type Drawing = { source?: ReadPage['source']; number?: number; confidence?: number }

/** Each line of the drawing is a row of the page. */
export function drawnPage(
  drawing: string,
  { source = 'text', number = 1, confidence = 1 }: Drawing = {},
): ReadPage {
  const lines = drawing.replace(/^\n/, '').split('\n')
  const width = 100 * letterWidth
  const height = Math.max(lines.length, 60) * lineHeight
  const words = lines.flatMap((line, row): Word[] =>
    Array.from(line.matchAll(/\S+/g), (match) => {
      const [left, top] = [match.index * letterWidth, row * lineHeight]
      const right = left + match[0].length * letterWidth
      return {
        text: match[0],
        box: [left / width, top / height, right / width, (top + typeHeight) / height],
        confidence,
      }
    }),
  )
  return { number, width, height, turned: 0, source, words, codes: [] }
}
