import { isJsonObject } from '../json/json.ts'
import { AppError, type ErrorCode } from '../errors.ts'

// Sentences about a record, as data: each reader gets its own words. The API names fields as records do and writes amounts as numbers. The
// console uses labels and rupees.

/** A word that each reader phrases differently: the place of a field, such as `variants[2].mrp`, or an amount. */
type Word = { field: string } | { rupees: number }

export type Sentence = string | readonly (string | Word)[]

/** One reader's phrasing of such words. */
type Wording = { field(place: string): string; rupees(amount: number): string }

/**
 * What a value must be, with its limits: texts in characters, amounts in rupees. A rule of a special kind may have a name, so that a reader
 * finds words for it.
 */
type Rule =
  | { rule: 'line'; min?: number; max: number }
  | { rule: 'text'; min?: number; max: number; inOneLine?: boolean }
  | { rule: 'digits'; min: number; max: number }
  | { rule: 'amount'; max: number }
  | { rule: 'percentage' }
  | { rule: 'count'; min: number; max: number }
  | { rule: 'flag' }
  | { rule: 'choice'; choices: readonly string[] }
  | { rule: 'url'; max: number }
  | { rule: 'other'; allowed: Sentence; name?: string; unit?: 'rupees' }

/** Why a value is refused: the broken rule and the value sent, or a sentence that says more. */
export type Fault = { field: string } & (
  (Rule & { got: unknown }) | { rule: 'said'; sentence: Sentence }
)

/** The longest quote of a refused value, in characters. */
const shownCharactersMax = 60

/** A sentence with such words in it: say`${fieldAt('mrp')} is ${rupees(12)}.` */
export function say(texts: TemplateStringsArray, ...words: (string | number | Word)[]): Sentence {
  return texts.flatMap((text, place) => {
    const word = words[place]
    if (word === undefined) return text
    return [text, typeof word === 'object' ? word : String(word)]
  })
}

export function fieldAt(place: string): Word {
  return { field: place }
}

export function rupees(amount: number): Word {
  return { rupees: amount }
}

/** A sentence in the words of one reader. */
export function worded(sentence: Sentence, wording: Wording): string {
  if (typeof sentence === 'string') return sentence
  return sentence.map((word) => wordIn(word, wording)).join('')
}

export function inApiWords(sentence: Sentence): string {
  return worded(sentence, apiWording)
}

/** The API's sentence about a fault. */
export function faultInApiWords(fault: Fault): string {
  if (fault.rule === 'said') return inApiWords(fault.sentence)
  return mustBe(fault.field, allowedBy(fault), fault.got)
}

/** One sentence: the field, what is allowed, and the value sent. Undefined means that the field is missing. */
export function mustBe(place: string, allowed: string, got: unknown): string {
  if (got === undefined) return `${place} is missing: it must be ${allowed}.`
  return `${place} must be ${allowed}, got ${shown(got)}.`
}

/** The same without the value sent: for secrets, and for the log. */
export function mustBeUnquoted(place: string, allowed: string): string {
  return `${place} must be ${allowed}.`
}

const apiWording: Wording = { field: (place) => place, rupees: String }

/** One reader's phrasing of a word. */
function wordIn(word: string | Word, wording: Wording): string {
  if (typeof word === 'string') return word
  return 'field' in word ? wording.field(word.field) : wording.rupees(word.rupees)
}

/** What a value must be, as the end of a sentence. */
function allowedBy(rule: Rule): string {
  switch (rule.rule) {
    case 'line':
      return `text of ${bounds(rule.min ?? 1, rule.max)} characters without control characters`
    case 'text':
      return textAllowed(rule)
    case 'digits':
      return `text of ${rule.min} to ${rule.max} digits`
    case 'amount':
      return `a number from 0 to ${rule.max}`
    case 'percentage':
      return 'a number from 0 to 100'
    case 'count':
      return `a whole number from ${rule.min} to ${rule.max}`
    case 'flag':
      return 'true or false'
    case 'choice':
      return `one of ${rule.choices.join(', ')}`
    case 'url':
      return `an http or https URL of at most ${rule.max} characters, or null`
    case 'other':
      return inApiWords(rule.allowed)
  }
}

function textAllowed({ min = 0, max, inOneLine = false }: Rule & { rule: 'text' }): string {
  return `text of ${bounds(min, max)} characters${inOneLine ? ' in one line' : ''}`
}

function bounds(min: number, max: number): string {
  return min === 0 ? `at most ${max}` : `${min} to ${max}`
}

function shown(value: unknown): string {
  if (typeof value === 'number' && !Number.isFinite(value)) return 'a number that is too large'
  const text = withJson('', value)
  if (text.length <= shownCharactersMax) return text
  // The cut may split a character beyond the first 65,536: half of one is no valid Unicode.
  return `${text.slice(0, shownCharactersMax).toWellFormed()}…`
}

/** The text, followed by a value as JSON, or as much as is shown: the value may have megabytes, and nest 100,000 deep. */
function withJson(text: string, value: unknown): string {
  if (text.length > shownCharactersMax) return text
  if (typeof value === 'string') return text + JSON.stringify(value.slice(0, shownCharactersMax))
  if (Array.isArray(value)) return `${withMembers(`${text}[`, value, withJson)}]`
  if (!isJsonObject(value)) return text + JSON.stringify(value)
  const withNamed = (before: string, name: string) =>
    withJson(`${before}${JSON.stringify(name)}:`, value[name])
  return `${withMembers(`${text}{`, Object.keys(value), withNamed)}}`
}

function withMembers<T>(
  text: string,
  members: readonly T[],
  withMember: (text: string, member: T) => string,
): string {
  let longer = text
  for (const [place, member] of members.entries()) {
    if (longer.length > shownCharactersMax) break
    longer = withMember(place === 0 ? longer : `${longer},`, member)
  }
  return longer
}

/** Error codes whose sentences repeat nothing that was sent. */
const quotesNothing: ReadonlySet<ErrorCode> = new Set([
  'unauthorized',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  'headers_too_large',
  'rate_limited',
  'out_of_space',
  'internal',
])

/** The error of one refused row in an answer. */
export type RowRefusal = { message: string; code: string; field: string | null }

/** Names of fields, with places in lists. Any other text in a field's place was sent as a label. */
const fieldName = /^(?!.*\d{5})[A-Za-z_][\w.[\]-]{0,80}$/

/**
 * The log's version of a refusal: the rule and the field, never the text that was sent. That may be a customer's phone number, and `daybook
 * report` takes the log out of the shop.
 */
export function loggedRefusal(error: AppError | RowRefusal): string {
  if (!(error instanceof AppError)) return codeAt(error.code, loggedField(error.field))
  const { code, message, details } = error
  const { fault, logged, field } = details
  if (logged !== undefined) return logged
  const place = loggedField(field)
  if (fault !== undefined && fault.rule !== 'said' && place !== '') {
    return mustBeUnquoted(place, allowedBy(fault))
  }
  if (quotesNothing.has(code)) return message
  return codeAt(code, place)
}

function codeAt(code: string, place: string): string {
  return place === '' ? code : `${code}: ${place}`
}

/** The field, when its name is a real field's name, otherwise ''. */
export function loggedField(field: unknown): string {
  return typeof field === 'string' && fieldName.test(field) ? field : ''
}
