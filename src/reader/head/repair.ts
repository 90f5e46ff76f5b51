import { isGstin } from '../../platform/gst/gstin.ts'

/*
 * Corrects characters that scanners confuse, by the class of their position. Only a form or a check character that tells the right
 * character allows this.
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

/** The positions of a GSTIN: state, PAN, registration, Z, check character (`X`: any). */
const gstinClasses = '99AAAAA9999AX*X'
const panClasses = 'AAAAA9999A'
const ifscClasses = 'AAAA0XXXXXX'

const gstinLength = gstinClasses.length

/** A text, and whether it had to be corrected. */
export type Repaired = { readonly text: string; readonly isRepaired: boolean }

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
  return inForm(
    text.replaceAll(/[\s.-]+/g, ''),
    panClasses,
    /^[A-Z]{3}[ABCFGHJLPTK][A-Z]\d{4}[A-Z]$/,
  )
}

/** The code of a bank branch: four letters, a zero, six letters or digits. */
export function readPrintedIfsc(text: string): Repaired | undefined {
  return inForm(text.replaceAll(/[\s.-]+/g, ''), ifscClasses, /^[A-Z]{4}0[A-Z0-9]{6}$/)
}

function inForm(text: string, classes: string, form: RegExp): Repaired | undefined {
  const upper = text.toUpperCase()
  if (form.test(upper)) return { text: upper, isRepaired: false }
  const shaped = upper.length === classes.length ? inClasses(upper, classes) : undefined
  return shaped !== undefined && form.test(shaped) ? { text: shaped, isRepaired: true } : undefined
}

/** Turns misread letters into digits: "1,2O4.5O". Undefined if a character looks like no digit. */
export function withDigits(text: string): Repaired | undefined {
  const shaped = Array.from(text, (char) => (/[\d.,/\-\s]/.test(char) ? char : toDigit.get(char)))
  if (shaped.includes(undefined)) return undefined
  const digits = shaped.join('')
  return { text: digits, isRepaired: digits !== text }
}

/** Turns misread digits into letters: "0ct". */
export function withLetters(text: string): string {
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
