import { AppError } from '../../platform/errors.ts'
import { type Fault, type Sentence, worded } from '../../platform/record/sentence.ts'

/*
 * Rewrites the API's refusals and warnings in a shop's words, with Indian money. The API's `mrp must be a number from
 * 0 to 100000000000, got "cheap".` becomes `The MRP “cheap” is not an amount.`
 */

/** The names of a record's fields for people, and the texts for rules that have a name. */
export type Words = {
  /** The name of a field, such as `variants[2].mrp`, for the middle of a sentence. */
  nameOf(place: string): string
  /** The text after a field's name if the value breaks a named rule. */
  told?: Readonly<Record<string, (got: string) => string>>
}

/** The most characters of a refused value that are shown. */
const shownCharactersMax = 60

const rupeeForm = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const numberForm = new Intl.NumberFormat('en-IN')

/** ₹1,23,456.50 */
export function rupees(amount: number): string {
  return rupeeForm.format(amount)
}

export function sentenceIn(words: Words, sentence: Sentence): string {
  return begun(worded(sentence, { field: words.nameOf, rupees }))
}

export function faultIn(words: Words, fault: Fault): string {
  if (fault.rule === 'said') return sentenceIn(words, fault.sentence)
  const refused = refusedAs(words, fault, shownValue(fault.got))
  return begun(`${words.nameOf(fault.field)} ${refused}`)
}

/** A refusal in the page's words. Its `field` stays the record's. */
export function refusalIn(words: Words, error: unknown): unknown {
  return error instanceof AppError ? inWords(words, error) : error
}

function inWords(words: Words, refusal: AppError): AppError {
  const { fault, others = [] } = refusal.details
  if (fault === undefined) return refusal
  return new AppError(refusal.code, faultIn(words, fault), {
    ...refusal.details,
    others: others.map((other) => inWords(words, other)),
  })
}

type Refused = Exclude<Fault, { rule: 'said' }>

/** The text after a field's name if the value breaks a rule. */
function refusedAs(words: Words, fault: Refused, got: string): string {
  if (got === '') return 'is missing.'
  const number = typeof fault.got === 'number' ? fault.got : undefined
  switch (fault.rule) {
    case 'line':
    case 'text':
      return textRefused(fault, got)
    case 'digits':
      return `must have ${fault.min} to ${fault.max} digits, not ${got}.`
    case 'amount':
      if (number === undefined) return `${got} is not an amount.`
      return `must be from ${rupees(0)} to ${rupees(fault.max)}, not ${rupees(number)}.`
    case 'percentage':
      if (number === undefined) return `${got} is not a percentage.`
      return `must be from 0 % to 100 %, not ${got} %.`
    case 'count':
      if (number === undefined) return `${got} is not a number.`
      return `must be a whole number from ${numberForm.format(fault.min)} to ${numberForm.format(fault.max)}, not ${got}.`
    case 'flag':
      return `must be yes or no, not ${got}.`
    case 'choice':
      return `must be one of ${fault.choices.join(', ')}, not ${got}.`
    case 'url':
      return `${got} is not a web address that begins with https://.`
    case 'other':
      return otherwiseRefused(words, fault, got)
  }
}

function textRefused(fault: Refused & { rule: 'line' | 'text' }, got: string): string {
  if (typeof fault.got !== 'string') return `must be text, not ${got}.`
  if (fault.got.trim().length > fault.max) {
    return `is too long: at most ${numberForm.format(fault.max)} characters fit.`
  }
  return `${got} has characters in it that cannot be shown, such as a line break.`
}

function otherwiseRefused(words: Words, fault: Refused & { rule: 'other' }, got: string): string {
  const told = fault.name === undefined ? undefined : words.told?.[fault.name]
  if (told !== undefined) return told(got)
  const allowed = worded(fault.allowed, { field: words.nameOf, rupees })
  const isMoney = typeof fault.got === 'number' && fault.unit === 'rupees'
  return `must be ${allowed}, not ${isMoney ? rupees(Number(fault.got)) : got}.`
}

/** A refused value for a sentence. '' if there is none. */
function shownValue(got: unknown): string {
  if (typeof got === 'number') return numberForm.format(got)
  if (got === undefined || got === null) return ''
  const text = typeof got === 'string' ? got.trim() : JSON.stringify(got)
  if (text === '') return ''
  return `“${text.length <= shownCharactersMax ? text : `${text.slice(0, shownCharactersMax).toWellFormed()}…`}”`
}

function begun(sentence: string): string {
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}
