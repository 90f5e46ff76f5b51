import type { ReadValue } from '../page.ts'

/* What banks write into narrations has forms: letters that pixels took for others are put right where no other is possible. */

/** A word of letters, with one or two zeros among them: three may be two of them and a letter too many. */
const zeroInWord = /(?<=\b[A-Z]+)[0O]{1,2}(?=[A-Z]+\b)/g
/** The banks of UPI: "ybl" and "ibl" end in the letter l, and there are none in I, 1 or a stroke. */
const upiBank = /(?<=[/@][yi]b)[I1|](?=[/\s]|$)/g
/** "UPI/CR/" */
const upiBeginning = /^UP[l1|]?\/(?=[CD]R\/)/

export function withNarrationForms(value: ReadValue): ReadValue {
  if (value.source !== 'ocr') return value
  const text = value.text
    .replaceAll(/\b[A-Z0]{4,}\b/g, (word) =>
      word.replaceAll(zeroInWord, (run) => 'O'.repeat(run.length)),
    )
    .replaceAll(upiBank, 'l')
    .replace(upiBeginning, 'UPI/')
  return { ...value, text }
}
