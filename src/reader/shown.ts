import { readDay, readPaise } from '../paper/values.ts'
import { foldText, meaningKindOf } from './fuse.ts'
import type { ReadPage } from './page.ts'

/** Whether the pages of a file show a value. If they do, people who look at the paper see what a file inside says. */
export type IsShown = (key: string, text: string) => boolean

/** A printed day has at most this many words: "14 Nov 2026". */
const dayWords = 3

/** A shorter code must be a word of its own, because its letters stand in many other words. */
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
    // An amount of 0 need not be printed.
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
