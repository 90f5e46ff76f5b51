import type { ReadPage } from '../page.ts'
import { boxOf, phrasesOf, rowsOf } from '../rows.ts'
import { type PagePhrase, phraseCharactersMax, phrasesMax } from './habit.ts'

/** What a document says, so that it can be found where a person types what its reader missed. */
export function pagePhrases(pages: readonly ReadPage[]): PagePhrase[] {
  const phrases = pages.flatMap((page) =>
    rowsOf(page).flatMap((row) =>
      phrasesOf(row).map(({ text, pieces }): PagePhrase => {
        const [left, top, right, bottom] = boxOf(pieces).map(rounded)
        const box: PagePhrase[2] = [left ?? 0, top ?? 0, right ?? 0, bottom ?? 0]
        return [text.slice(0, phraseCharactersMax).toWellFormed(), page.number, box]
      }),
    ),
  )
  // The lines stand in the middle.
  const half = phrasesMax / 2
  return phrases.length <= phrasesMax
    ? phrases
    : [...phrases.slice(0, half), ...phrases.slice(-half)]
}

/** To a third of a millimetre. */
function rounded(edge: number): number {
  return Math.min(1, Math.max(0, Math.round(edge * 1000) / 1000))
}
