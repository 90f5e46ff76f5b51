import { AppError } from '../../platform/errors.ts'
import { foldText } from '../../platform/text.ts'
import { commonWords } from './common-passwords.ts'
import { checkedPassword } from '../rules.ts'

/** What a password must not be made of, beside what everybody chooses. */
type PasswordOwner = { organisation?: string; email?: string; name?: string }

/** Fewer different characters than this are one key held down, or two in turn. */
const differentMin = 4

/** A part of a name that is shorter hides nothing when it occurs. */
const partMin = 4

/** Characters that must be left when names are taken out. */
const ownMin = 6

/** Rows of keyboards, the alphabet and the digits, as people run along them; each also backwards. */
const runs = [
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
] as const
/** Up and down the keys, as in 1qaz2wsx. */
const columns = '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p'
const allRuns = [...runs, columns].flatMap((run) => [run, backwards(run)])
const runMin = 3

/** A digit or sign for a letter. */
const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** A password for somebody. Throws AppError `invalid_request`. */
export function checkedNewPassword(
  text: string,
  owner: PasswordOwner = {},
  field = 'password',
): string {
  const password = checkedPassword(text, field)
  if (isCommon(password)) {
    throw refused(field, 'This password is among the first that anybody would try.')
  }
  if (isMadeOf(password, owner)) {
    throw refused(field, 'This password is made of your name, e-mail address or organisation.')
  }
  return password
}

/** Whether a password is one that is tried first. */
function isCommon(password: string): boolean {
  const folded = foldText(password)
  if (new Set(folded).size < differentMin || isRepeated(folded) || isRun(folded)) return true
  // A telephone number, or a date or two.
  if (/^\p{N}+$/u.test(folded)) return true
  const inner = folded.replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return [folded, inner, withLetters(folded), withLetters(inner)]
    .map((text) => text.replaceAll(/[^\p{L}]/gu, ''))
    .some((word) => commonWords.has(word) || isTwoWords(word))
}

/** `passwordadmin`: two words that everybody chooses are no better than one. */
function isTwoWords(letters: string): boolean {
  for (let at = 3; at <= letters.length - 3; at++) {
    if (commonWords.has(letters.slice(0, at)) && commonWords.has(letters.slice(at))) return true
  }
  return false
}

function isMadeOf(password: string, { organisation, email, name }: PasswordOwner): boolean {
  const parts = [organisation, email, name]
    .map((text) => foldText(text ?? ''))
    .flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)])
    .filter((part) => part.length >= partMin)
    .toSorted((a, b) => b.length - a.length)
  const folded = foldText(password)
  return [folded, withLetters(folded)].some((text) => {
    const left = parts.reduce((rest, part) => rest.replaceAll(part, ''), text)
    return left !== text && left.replaceAll(/[^\p{L}\p{N}]/gu, '').length < ownMin
  })
}

/** `abcabcabcabc`: a piece of at most half its length, again and again. */
function isRepeated(text: string): boolean {
  return /^(.{1,6})\1+$/u.test(text) && text.length <= 24
}

/** Made of runs along the keys alone, such as `qwerty12345` or `1q2w3e4r5t`. */
function isRun(text: string): boolean {
  const everyOther = (from: number) => Array.from(text).filter((_, at) => at % 2 === from)
  return isOneRun(text) || [0, 1].every((from) => isOneRun(everyOther(from).join('')))
}

function isOneRun(text: string): boolean {
  let rest = text.replaceAll(/[^\p{L}\p{N}]/gu, '')
  while (rest.length > 0) {
    const length = longestRun(rest)
    if (length < Math.min(runMin, rest.length)) return false
    rest = rest.slice(length)
  }
  return true
}

/** How many characters at the start of a text run along the keys; `111` is one as well. */
function longestRun(text: string): number {
  const same = /^(.)\1*/u.exec(text)?.[0].length ?? 0
  let length = same
  while (length < text.length && allRuns.some((run) => run.includes(text.slice(0, length + 1))))
    length++
  return length
}

function withLetters(text: string): string {
  return Array.from(text, (character) => lookalikes[character] ?? character).join('')
}

function backwards(text: string): string {
  return Array.from(text).toReversed().join('')
}

function refused(field: string, why: string): AppError {
  return new AppError(
    'invalid_request',
    `${why} Choose another one: a few words that do not belong together are good.`,
    { field },
  )
}
