import { stateCodeOf } from '../../platform/gst/rates-and-states.ts'
import { readDay, readNumber } from '../../paper/values.ts'
import { fieldOf, type Kind } from '../../paper/fields.ts'
import { isGstin } from '../../platform/gst/gstin.ts'

/*
 * The forms of values. A form looks at the words behind a label and tells how many of them it takes. An exact form ("certain") confirms the
 * label.
 */

/** The value in the first words: its text, how many words it takes, and whether a character was corrected. */
export type Match = { readonly text: string; readonly count: number; readonly isRepaired: boolean }

/** `isOcr`: whether characters may be corrected. */
type Form = (words: readonly string[], isOcr: boolean) => Match | undefined

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
  return textForm((text) => form.test(text), options)
}

function textForm(
  isOne: (text: string) => boolean,
  options?: { max?: number; glue?: string },
): Form {
  return (words) => longest(words, (text) => asPrinted(text.replace(trailing, ''), isOne), options)
}

function asPrinted(text: string, isOne: (text: string) => boolean): Repaired | undefined {
  return isOne(text) ? { text, isRepaired: false } : undefined
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
  // "25/09/201701:48:57": the time stands close behind the date.
  const untimed = printed.replace(/(?<=\d{4})\d{2}:\d{2}(?::\d{2})?$/, '')
  if (isDay(untimed)) return { text: untimed, isRepaired: false }
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

/** A form with characters that may be corrected in pictures. */
function corrected(read: (text: string) => Repaired | undefined, max: number): Form {
  return (words, isOcr) =>
    longest(
      words,
      (text) => {
        const found = read(text)
        return isOcr || found?.isRepaired === false ? found : undefined
      },
      { max, glue: '' },
    )
}

export const gstinForm = corrected(readPrintedGstin, 5)
const panForm = corrected(readPrintedPan, 3)
const ifscForm = corrected(readPrintedIfsc, 3)

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
  // "12.00 6,771.05" are two amounts.
  if (!/\d/.test(bare) || /\.\d{2} +\d/.test(text)) return undefined
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
    (text) => asPrinted(text.replace(/[/|]$/, ''), isCode),
    { max: 5 },
  )

/** How many words the number takes in "MIS/12 / 15 Feb 2026", "MIS/12/ 15/02/26" or "MIS/12 - June 5, 2026". */
function dateBehind(words: readonly string[], isOcr: boolean): number | undefined {
  const at = words.findIndex(
    (word, index) => /[/|–-]$/.test(word) && dateForm(words.slice(index + 1), isOcr) !== undefined,
  )
  return at === -1 ? undefined : at + Number((words[at] ?? '').length > 1)
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
const irnForm = pattern(/^[0-9a-f]{64}$/i, { max: 4, glue: '' })
const ewayForm = pattern(/^\d{12}$/, { max: 3, glue: '' })
const ackForm = pattern(/^\d{12,18}$/, { max: 3, glue: '' })
const accountForm = pattern(/^[\dX*]{6,18}$/i, { max: 4, glue: '' })
const micrForm = pattern(/^\d{9}$/, { max: 1 })
const currencyForm = pattern(/^(?:[A-Z]{3}|₹)$/, { max: 1 })
const fssaiForm = pattern(/^\d{14}$/, { max: 2, glue: '' })
const vehicleForm = pattern(
  /^(?:[A-Z]{2}[- ]?\d{1,2}[- ]?[A-Z]{0,3}[- ]?\d{1,4}|\d{2}[- ]?BH[- ]?\d{4}[- ]?[A-Z]{1,2})$/i,
  { max: 4 },
)
export const emailForm = pattern(/^[^\s@|]+@[^\s@|]+\.[a-z]{2,}$/i, { max: 1 })
export const phoneForm = pattern(
  /^(?:\+?91[- ]?)?(?:0?\d[\d -]{8,12})(?:[,/]\s?(?:\+?91[- ]?)?\d[\d -]{6,12})*$/,
  { max: 6 },
)
const yesNoForm = pattern(/^(?:yes|no|y|n|nil|applicable|not applicable|n\/?a)$/i, {
  max: 2,
})

/** A count or a weight, without its unit. */
const quantityForm = pattern(/^\d[\d,]*(?:\.\d{1,3})?$/, { max: 1 })

/** A state of India by name or code: "27-Maharashtra", "Maharashtra (27)", "MH". */
const stateForm = textForm((text) => stateCodeOf(text) !== undefined, { max: 9 })
const stateCodeForm = textForm(
  (text) => /^\d{1,2}$/.test(text) && stateCodeOf(text) !== undefined,
  { max: 1 },
)

/** The form of a key's values. A key that is not in `forms` has a text. */
type KeyForm = {
  readonly form: Form
  /** At most this many words before the value may be skipped: "HDFC0001234" behind "Andheri &". */
  readonly skippedMax?: number
  /** Whether a value may go on in the row below. */
  readonly wraps?: boolean
}

const forms: { readonly [kind in Kind]?: KeyForm } = {
  code: { form: codeForm },
  day: { form: dateForm, skippedMax: 1 },
  gstin: { form: gstinForm, skippedMax: 2 },
  pan: { form: panForm, skippedMax: 1 },
  ifsc: { form: ifscForm, skippedMax: 6 },
  irn: { form: irnForm, wraps: true },
  'e-way bill': { form: ewayForm },
  acknowledgement: { form: ackForm },
  account: { form: accountForm, skippedMax: 3 },
  micr: { form: micrForm },
  currency: { form: currencyForm },
  balance: { form: amountForm },
  fssai: { form: fssaiForm },
  vehicle: { form: vehicleForm },
  email: { form: emailForm },
  phone: { form: phoneForm },
  'yes or no': { form: yesNoForm },
  quantities: { form: quantityForm },
  'place of supply': { form: stateForm, wraps: true },
  state: { form: stateForm },
  'state code': { form: stateCodeForm },
}

export function formOf(key: string): KeyForm | undefined {
  return forms[fieldOf(key)?.kind ?? 'text']
}

/*
 * Corrects characters that scanners confuse, by the class of their position. Only a form or a check character that tells the right
 * character allows this.
 */

export const toDigit: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
    o: '0',
    Q: '0',
    D: '0',
    U: '0',
    I: '1',
    L: '1',
    l: '1',
    '|': '1',
    '!': '1',
    Z: '2',
    A: '4',
    S: '5',
    G: '6',
    T: '7',
    B: '8',
  }),
)
const toLetter: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '0': 'O',
    '1': 'I',
    '2': 'Z',
    '4': 'A',
    '5': 'S',
    '6': 'G',
    '8': 'B',
    '|': 'I',
  }),
)

/** The positions of a GSTIN: state, PAN, registration, Z, check character (`X`: any). */
const gstinClasses = '99AAAAA9999AX*X'
const panClasses = 'AAAAA9999A'
const ifscClasses = 'AAAA0XXXXXX'

const gstinLength = gstinClasses.length

/** A text, and whether it had to be corrected. */
type Repaired = { readonly text: string; readonly isRepaired: boolean }

/**
 * The GSTIN in a text, as printed or corrected until its check character fits. Use this only behind a label for a GSTIN: one text in 36
 * fits by chance. The GSTIN with the fewest corrections is taken. Undefined if there is none, or two have equally few.
 */
export function readPrintedGstin(text: string): Repaired | undefined {
  const bare = text.replaceAll(/[\s.\-_:;,*'’]+/g, '')
  if (isGstin(bare.toUpperCase())) return { text: bare.toUpperCase(), isRepaired: false }
  // No GSTIN has small letters. What looks like a small L is a 1.
  const compact = bare.replaceAll(/[l|!]/g, '1').toUpperCase()
  const candidates = [...new Set(readings(compact).flatMap(gstinReadings).filter(isGstin))]
  const [best, next] = candidates
    .map((gstin) => ({ gstin, wrong: differences(gstin, compact) }))
    .toSorted((a, b) => a.wrong - b.wrong)
  if (best === undefined || best.wrong === next?.wrong) return undefined
  return { text: best.gstin, isRepaired: true }
}

/**
 * How many characters must change. Registrations in a state are numbered: the tenth has the first letter. A letter costs half a character
 * more.
 */
function differences(gstin: string, read: string): number {
  const wrong = Array.from(gstin).filter((char, at) => char !== read[at]).length
  return /[A-Z]/.test(gstin.charAt(registrationAt)) ? wrong + 0.5 : wrong
}

const registrationAt = 12

/** If there is one character too many, such as the border of a box, it may be any of them. */
function readings(text: string): string[] {
  if (text.length === gstinLength) return [text]
  if (text.length !== gstinLength + 1) return []
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
}

/**
 * Two positions may hold a digit or a letter: the registration and the check character. Each is tried as read, as a digit and as a letter.
 */
function gstinReadings(text: string): string[] {
  const shaped = inClasses(text, gstinClasses)
  if (shaped === undefined) return []
  return [registrationAt, 14].reduce(
    (all, at) => all.flatMap((one) => withOther(one, at)),
    [shaped],
  )
}

function withOther(text: string, at: number): string[] {
  const char = text.charAt(at)
  const others = [char, toDigit.get(char), toLetter.get(char)].filter((one) => one !== undefined)
  return Array.from(new Set(others), (one) => text.slice(0, at) + one + text.slice(at + 1))
}

/** A PAN of ten characters. It has no check character, so only its form decides. */
export function readPrintedPan(text: string): Repaired | undefined {
  return inForm(text, panClasses, /^[A-Z]{3}[ABCFGHJLPTK][A-Z]\d{4}[A-Z]$/)
}

/** The code of a bank branch: four letters, a zero, six letters or digits. */
export function readPrintedIfsc(text: string): Repaired | undefined {
  return inForm(text, ifscClasses, /^[A-Z]{4}0[A-Z0-9]{6}$/)
}

function inForm(text: string, classes: string, form: RegExp): Repaired | undefined {
  const upper = text
    .replace(trailing, '')
    .replaceAll(/[\s.-]+/g, '')
    .toUpperCase()
  if (form.test(upper)) return { text: upper, isRepaired: false }
  const shaped = upper.length === classes.length ? inClasses(upper, classes) : undefined
  return shaped !== undefined && form.test(shaped) ? { text: shaped, isRepaired: true } : undefined
}

/** Turns misread letters into digits: "1,2O4.5O". Undefined if a character looks like no digit. */
function withDigits(text: string): Repaired | undefined {
  const shaped = Array.from(text, (char) => (/[\d.,/\-\s]/.test(char) ? char : toDigit.get(char)))
  if (shaped.includes(undefined)) return undefined
  const digits = shaped.join('')
  return { text: digits, isRepaired: digits !== text }
}

/** Turns misread digits into letters: "0ct". */
function withLetters(text: string): string {
  return Array.from(text, (char) => toLetter.get(char) ?? char).join('')
}

function inClasses(text: string, classes: string): string | undefined {
  const chars = Array.from(text, (char, at) => ofClass(char, classes.charAt(at)))
  return chars.includes(undefined) ? undefined : chars.join('')
}

/** `9` is a digit, `0` a zero, `A` a letter, `*` the Z that nearly all GSTINs have, `X` a digit or a letter. */
function ofClass(char: string, kind: string): string | undefined {
  const isDigit = /\d/.test(char)
  switch (kind) {
    case '9':
      return isDigit ? char : toDigit.get(char)
    case '0':
      return (isDigit ? char : toDigit.get(char)) === '0' ? '0' : undefined
    case 'A':
      return /[A-Z]/.test(char) ? char : toLetter.get(char)
    case '*':
      return char === '2' || char === '7' ? 'Z' : char
    default:
      return /[A-Z\d]/.test(char) ? char : undefined
  }
}
