import { isGstin } from '../../platform/gst/gstin.ts'

/*
 * Characters that a scanner takes for each other, put right by the class of their position, and only where a form or a check
 * character says what belongs there.
 */

const toDigit: ReadonlyMap<string, string> = new Map(
  Object.entries({
    O: '0',
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

/** Positions of a taxpayer's GSTIN: state, PAN, registration, Z, check character (`X`: any). */
const gstinClasses = '99AAAAA9999AX*X'
const panClasses = 'AAAAA9999A'
const ifscClasses = 'AAAA0XXXXXX'

const gstinLength = gstinClasses.length

/** What was read, and whether it had to be put right. */
export type Repaired = { readonly text: string; readonly isRepaired: boolean }

/**
 * The GSTIN that a text is, as printed or with characters put right until its check character holds. Ask only of what stands
 * behind a label for it: one text in 36 passes by chance. The one with the fewest wrong characters is meant; undefined when there is
 * none, or two have as few.
 */
export function readPrintedGstin(text: string): Repaired | undefined {
  const bare = text.replaceAll(/[\s.\-_:;,*'’]+/g, '')
  if (isGstin(bare.toUpperCase())) return { text: bare.toUpperCase(), isRepaired: false }
  // No GSTIN is printed in small letters: what looks like one is a stroke.
  const compact = bare.replaceAll(/[l|!]/g, '1').toUpperCase()
  const candidates = [...new Set(readings(compact).flatMap(gstinReadings).filter(isGstin))]
  const [best, next] = candidates
    .map((gstin) => ({ gstin, wrong: differences(gstin, compact) }))
    .toSorted((a, b) => a.wrong - b.wrong)
  if (best === undefined || best.wrong === next?.wrong) return undefined
  return { text: best.gstin, isRepaired: true }
}

/** How many characters have to be other ones. Registrations are numbered: the tenth in a state has the first letter. */
function differences(gstin: string, read: string): number {
  const wrong = Array.from(gstin).filter((char, at) => char !== read[at]).length
  return /[A-Z]/.test(gstin.charAt(registrationAt)) ? wrong + 0.5 : wrong
}

const registrationAt = 12

/** A character too many, such as the border of a box, may be any of them. */
function readings(text: string): string[] {
  if (text.length === gstinLength) return [text]
  if (text.length !== gstinLength + 1) return []
  return Array.from(text, (_, at) => text.slice(0, at) + text.slice(at + 1))
}

/** The last character is what the others come to: it is put right only when it alone is in doubt. */
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

/** A PAN, ten characters; it has no check character, so that only its form decides. */
export function readPrintedPan(text: string): Repaired | undefined {
  return inForm(
    text.replaceAll(/[\s.-]+/g, ''),
    panClasses,
    /^[A-Z]{3}[ABCFGHJLPTK][A-Z]\d{4}[A-Z]$/,
  )
}

/** A bank's branch: four letters, a zero, six letters or digits. */
export function readPrintedIfsc(text: string): Repaired | undefined {
  return inForm(text.replaceAll(/[\s.-]+/g, ''), ifscClasses, /^[A-Z]{4}0[A-Z0-9]{6}$/)
}

function inForm(text: string, classes: string, form: RegExp): Repaired | undefined {
  const upper = text.toUpperCase()
  if (form.test(upper)) return { text: upper, isRepaired: false }
  const shaped = upper.length === classes.length ? inClasses(upper, classes) : undefined
  return shaped !== undefined && form.test(shaped) ? { text: shaped, isRepaired: true } : undefined
}

/** Digits where digits belong, in what a scanner read: "1,2O4.5O"; undefined where a character is nothing like one. */
export function withDigits(text: string): Repaired | undefined {
  const shaped = Array.from(text, (char) => (/[\d.,/\-\s]/.test(char) ? char : toDigit.get(char)))
  if (shaped.includes(undefined)) return undefined
  const digits = shaped.join('')
  return { text: digits, isRepaired: digits !== text }
}

/** Letters where letters belong: "0ct". */
export function withLetters(text: string): string {
  return Array.from(text, (char) => toLetter.get(char) ?? char).join('')
}

function inClasses(text: string, classes: string): string | undefined {
  const chars = Array.from(text, (char, at) => ofClass(char, classes.charAt(at)))
  return chars.includes(undefined) ? undefined : chars.join('')
}

/** `9` a digit, `0` a zero, `A` a letter, `*` the Z that nearly all have, `X` either. */
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
