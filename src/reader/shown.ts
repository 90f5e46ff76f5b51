import { readDay, readPaise } from '../paper/checks/values.ts'
import { foldText, meaningKindOf } from './fuse.ts'
import type { ReadPage } from './page.ts'

/** Whether the pages of a file show a value: somebody who looks at the paper then sees what a file inside says. */
export type IsShown = (key: string, text: string) => boolean

/** Words that a printed day has at most: "14 Nov 2026". */
const dayWords = 3

/** A shorter code has to be a word of its own: its letters stand in many others. */
const codeLengthMin = 4

export function shownOn(pages: readonly ReadPage[]): IsShown {
  const words = pages.flatMap((page) => page.words.flatMap(({ text }) => text.split(/[:=]/)))
  const folded = words.map(foldText)
  const [all, singly] = [folded.join(''), new Set(folded)]
  const amounts = new Set(words.flatMap((word) => readPaise(word) ?? []).map(Math.abs))
  const days = new Set(daysIn(words))
  const isWritten = (text: string) => {
    const code = foldText(text)
    return singly.has(code) || (code.length >= codeLengthMin && all.includes(code))
  }
  return (key, text) => {
    const [kind, day, paise] = [meaningKindOf(key), readDay(text), readPaise(text)]
    if (kind === 'day' && day !== undefined) return days.has(day)
    if (kind !== 'amount') return isWritten(text)
    // Nothing is printed where nothing is added or taken off.
    if (paise !== undefined) return paise === 0 || amounts.has(Math.abs(paise))
    return text.split(/\s+/).every((word) => foldText(word) === '' || isWritten(word))
  }
}

function daysIn(words: readonly string[]): string[] {
  const lengths = Array.from({ length: dayWords }, (_, more) => more + 1)
  return words.flatMap((_, at) =>
    lengths.flatMap((length) => readDay(words.slice(at, at + length).join(' ')) ?? []),
  )
}
