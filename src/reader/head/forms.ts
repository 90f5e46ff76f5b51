import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import { readDay, readNumber } from '../../paper/values.ts'
import {
  readPrintedGstin,
  readPrintedIfsc,
  readPrintedPan,
  type Repaired,
  withDigits,
  withLetters,
} from './repair.ts'

/*
 * The forms of values. A form looks at the words behind a label and tells how many of them it takes. An exact form ("certain") confirms the
 * label.
 */

/** The value in the first words: its text, how many words it takes, and whether a character was corrected. */
export type Match = { readonly text: string; readonly count: number; readonly isRepaired: boolean }

/** `isOcr`: whether characters may be corrected. */
export type Form = (words: readonly string[], isOcr: boolean) => Match | undefined

/** A value may spread over this many words: "05 Nov , 2026", "27 AAPFU 0939 F1ZV". */
const wordsMax = 6

/** The longest run of words at the start, joined by `glue`, that can be read. */
function longest(
  words: readonly string[],
  read: (text: string) => Repaired | undefined,
  { max = wordsMax, glue = ' ' } = {},
): Match | undefined {
  for (let count = Math.min(max, words.length); count > 0; count -= 1) {
    const found = read(words.slice(0, count).join(glue))
    if (found !== undefined) return { ...found, count }
  }
  return undefined
}

/** A form for texts that match a pattern. The text stays as printed. */
function pattern(form: RegExp, options?: { max?: number; glue?: string }): Form {
  return (words) => longest(words, (text) => matched(form, text.replace(trailing, '')), options)
}

function matched(form: RegExp, text: string): Repaired | undefined {
  return form.test(text) ? { text, isRepaired: false } : undefined
}

const trailing = /[,;.|]+$/

/** A day, without the time that may stand behind it. */
export const dateForm: Form = (words, isOcr) => {
  const read = (text: string) => readPrintedDate(text.replace(trailing, ''), isOcr)
  const found = longest(words, read, { max: dateWordsMax })
  if (found === undefined) return undefined
  for (let count = 1; count < found.count; count += 1) {
    const shorter = read(words.slice(0, count).join(' '))
    if (shorter !== undefined && readDay(shorter.text) === readDay(found.text))
      return { ...shorter, count }
  }
  return found
}

const dateWordsMax = 5

function readPrintedDate(printed: string, isOcr: boolean): Repaired | undefined {
  if (isDay(printed)) return { text: printed, isRepaired: false }
  if (!isOcr) return undefined
  // A misread month is certain, because there are only twelve.
  const text = printed.replaceAll(/[()]/g, '').replace(monthInDate, (month) => withLetters(month))
  if (isDay(text)) return { text, isRepaired: false }
  const digits = withDigits(text)
  return digits !== undefined && /\d{1,2}.\d{1,2}.\d{2,4}$/.test(digits.text) && isDay(digits.text)
    ? digits
    : undefined
}

const monthInDate = /(?<=^\d{1,2}[-/. ]?)(?=\S*[A-Za-z])[A-Za-z\d]{3,9}(?=[-/. ,])/

/** A day with its month and year. "12 1 26" and "121126" may as well be other numbers. */
function isDay(text: string): boolean {
  return readDay(text) !== undefined && /[-/.]|[a-z]{3}/i.test(text) && !/\d{5}/.test(text)
}

export const gstinForm: Form = (words, isOcr) =>
  longest(
    words,
    (text) => {
      const found = readPrintedGstin(text)
      return found !== undefined && (isOcr || !found.isRepaired) ? found : undefined
    },
    { max: 5, glue: '' },
  )

export const panForm: Form = (words, isOcr) => exact(readPrintedPan, isOcr)(words)
export const ifscForm: Form = (words, isOcr) => exact(readPrintedIfsc, isOcr)(words)

function exact(read: (text: string) => Repaired | undefined, isOcr: boolean) {
  return (words: readonly string[]) =>
    longest(
      words,
      (text) => {
        const found = read(text.replace(trailing, ''))
        return found !== undefined && (isOcr || !found.isRepaired) ? found : undefined
      },
      { max: 3, glue: '' },
    )
}

/** An amount with its currency and sign: "₹ 1,23,456.50", "(-) 0.40", "Rs. 500/-". */
export const amountForm: Form = (words, isOcr) =>
  longest(
    words,
    (text) => {
      const plain = text.replace(/\(\s*([-+])\s*\)/, '$1').replace(/^=\s*/, '')
      if (readNumber(plain, true) !== undefined) return { text: plain, isRepaired: false }
      return isOcr ? repairedAmount(plain) : undefined
    },
    { max: 4 },
  )

/** Of two points the last is the decimal point. Letters become digits only if everything else is digits. */
function repairedAmount(text: string): Repaired | undefined {
  const bare = text.replace(/^(?:rs\.?|inr|₹|[?%zZ7]\s)\s*/i, '').replaceAll(' ', '')
  if (!/\d/.test(bare)) return undefined
  const digits = withDigits(bare)?.text
  if (digits === undefined) return undefined
  const pointed = digits
    .replace(/[.,](\d{2})$/, '~$1')
    .replaceAll('.', ',')
    .replace('~', '.')
  return readNumber(pointed, true) === undefined ? undefined : { text: pointed, isRepaired: true }
}

/** A number of a document: digits among letters, strokes and hyphens. Neither a date nor an amount with paise. */
export const codeForm: Form = (words, isOcr) =>
  longest(
    words.slice(0, dateBehind(words, isOcr)),
    (text) => (isCode(text) ? { text, isRepaired: false } : undefined),
    { max: 5 },
  )

/** Where the number ends in "MIS/12 / 15 Feb 2026" or "MIS/12 - June 5, 2026". */
function dateBehind(words: readonly string[], isOcr: boolean): number | undefined {
  const at = words.findIndex(
    (word, index) => /^[/|–-]$/.test(word) && dateForm(words.slice(index + 1), isOcr) !== undefined,
  )
  return at === -1 ? undefined : at
}

/** In characters. Rule 46(b) allows 16. Unregistered sellers and purchase orders print longer numbers. */
const codeCharactersMax = 30

function isCode(text: string): boolean {
  if (text.length > codeCharactersMax || !/\d/.test(text)) return false
  if (!/^[\p{L}\d#(]/u.test(text) || !/^[\p{L}\p{M}\d/\-_.#()&\\ ]+$/u.test(text)) return false
  // Words that no slash or hyphen joins to the number are other words.
  if (/ /.test(text) && !/^\S*(?: ?[/\-\\] ?\S+)+$/.test(text) && !/^[A-Z]{1,5} ?\d+$/.test(text)) {
    return false
  }
  if (/^\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]{3}$/.test(text)) return false
  return !isDay(text) && !/^\d[\d,]*\.\d\d$/.test(text)
}

/** 64 hexadecimal digits, often broken over two lines. */
export const irnForm = pattern(/^[0-9a-f]{64}$/i, { max: 4, glue: '' })
export const ewayForm = pattern(/^\d{12}$/, { max: 3, glue: '' })
export const ackForm = pattern(/^\d{12,18}$/, { max: 3, glue: '' })
export const accountForm = pattern(/^[\dX*]{6,18}$/i, { max: 4, glue: '' })
export const micrForm = pattern(/^\d{9}$/, { max: 1 })
export const currencyForm = pattern(/^(?:[A-Z]{3}|₹)$/, { max: 1 })
export const fssaiForm = pattern(/^\d{14}$/, { max: 2, glue: '' })
export const vehicleForm = pattern(
  /^(?:[A-Z]{2}[- ]?\d{1,2}[- ]?[A-Z]{0,3}[- ]?\d{1,4}|\d{2}[- ]?BH[- ]?\d{4}[- ]?[A-Z]{1,2})$/i,
  { max: 4 },
)
export const emailForm = pattern(/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i, { max: 1 })
export const phoneForm = pattern(
  /^(?:\+?91[- ]?)?(?:0?\d[\d -]{8,12})(?:[,/]\s?(?:\+?91[- ]?)?\d[\d -]{6,12})*$/,
  { max: 6 },
)
export const yesNoForm = pattern(/^(?:yes|no|y|n|nil|applicable|not applicable|n\/?a)$/i, {
  max: 2,
})

/** A count or a weight, without its unit. */
export const quantityForm = pattern(/^\d[\d,]*(?:\.\d{1,3})?$/, { max: 1 })

/** A state of India by name or code: "27-Maharashtra", "Maharashtra (27)", "MH". */
export const stateForm: Form = (words) =>
  longest(
    words,
    (text) =>
      stateCodeOf(text.replace(trailing, '')) === undefined
        ? undefined
        : { text: text.replace(trailing, ''), isRepaired: false },
    { max: 9 },
  )

export const stateCodeForm: Form = (words) =>
  longest(
    words,
    (text) =>
      /^\d{1,2}$/.test(text) && stateCodeOf(text) !== undefined
        ? { text, isRepaired: false }
        : undefined,
    { max: 1 },
  )
