const rupeeForm = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
const numberForm = new Intl.NumberFormat('en-IN')

/** Fields of records whose numbers are rupees. */
const moneyFields = new Set([
  'mrp',
  'sale_price',
  'min_sale_price',
  'vendor_cost',
  'b2b_price',
  'unit_price',
  'discount',
])

/** A bare number right behind such a field: "sale_price 350 is above mrp 299." */
const amountBehindField = new RegExp(
  String.raw`\b(${[...moneyFields].join('|')}) (\d+(?:\.\d+)?)(?=[ .]|$)`,
  'g',
)

/** ₹1,23,456.50 */
export function rupees(amount: number): string {
  return rupeeForm.format(amount)
}

/**
 * What the API says of a field, as a shop would say it, with Indian money: the API's `mrp must be a number from 0 to
 * 100000000000, got "cheap".` is `mrp “cheap” is not an amount.` Fields keep their names: see `inShopWords`.
 */
export function inPlainSentence(sentence: string): string {
  const missing = /^(\S+) is missing: it must be /.exec(sentence)
  if (missing !== null) return `${missing[1]} is missing.`
  const refused = /^(\S+) must be (.+), got (.+)\.$/s.exec(sentence)
  if (refused === null) return withRupees(sentence)
  const [, place = '', allowed = '', got = ''] = refused
  return refusedInPlainWords(place, allowed, valueOf(got))
}

function withRupees(sentence: string): string {
  const told = sentence.replace(
    amountBehindField,
    (_, field: string, amount: string) => `${field} ${rupees(Number(amount))}`,
  )
  const taken = /^(\S+) has more than two decimals: ([\d.]+) was taken\.$/.exec(told)
  if (taken === null || !isMoney(taken[1] ?? '')) return told
  return `${taken[1]} has more than two decimals: ${rupees(Number(taken[2]))} was taken.`
}

/** A refused value: the number it is, or its text in quotation marks. */
type Value = { number: number | undefined; shown: string; characters: number }

function refusedInPlainWords(place: string, allowed: string, value: Value): string {
  if (value.shown === '') return `${place} is missing.`
  for (const { rule, say } of rules) {
    const found = rule.exec(allowed)
    if (found !== null) return `${place} ${say(value, found)}`
  }
  if (!isMoney(place)) return `${place} must be ${allowed}, not ${value.shown}.`
  const limits = allowed.replaceAll(/\d+(?:\.\d+)?/g, (amount) => rupees(Number(amount)))
  const got = value.number === undefined ? value.shown : rupees(value.number)
  return `${place} must be ${limits}, not ${got}.`
}

type Rule = { rule: RegExp; say(value: Value, found: RegExpExecArray): string }

/** What the API allows, and what to say of a value that is something else. */
const rules: readonly Rule[] = [
  {
    rule: /^a number from 0 to 100$/,
    say: ({ number, shown }) =>
      number === undefined
        ? `${shown} is not a percentage.`
        : `must be from 0 % to 100 %, not ${shown} %.`,
  },
  {
    rule: /^a number from 0 to (\d{3,})$/,
    say: ({ number, shown }, [, most]) =>
      number === undefined
        ? `${shown} is not an amount.`
        : `must be from ${rupees(0)} to ${rupees(Number(most))}, not ${rupees(number)}.`,
  },
  {
    rule: /^a whole number from (-?\d+) to (\d+)$/,
    say: ({ number, shown }, [, least, most]) =>
      number === undefined
        ? `${shown} is not a number.`
        : `must be a whole number from ${grouped(least)} to ${grouped(most)}, not ${shown}.`,
  },
  {
    rule: /^text of (?:1 to|at most) (\d+) characters/,
    say: ({ characters, shown }, [, most]) =>
      characters > Number(most)
        ? `is too long: at most ${grouped(most)} characters fit.`
        : `${shown} has characters in it that cannot be shown, such as a line break.`,
  },
  {
    rule: /^text of 4 to 8 digits$/,
    say: ({ shown }) => `must have 4 to 8 digits, not ${shown}.`,
  },
  { rule: /^true or false$/, say: ({ shown }) => `must be yes or no, not ${shown}.` },
  {
    rule: /^one of (.+)$/,
    say: ({ shown }, [, words]) => `must be one of ${words}, not ${shown}.`,
  },
  {
    rule: /^the name of a vendor/,
    say: ({ shown }) => `${shown} is not in the vendor list.`,
  },
  {
    rule: /^an http or https URL/,
    say: ({ shown }) => `${shown} is not a web address that begins with https://.`,
  },
]

function isMoney(place: string): boolean {
  return moneyFields.has(place.split('.').at(-1) ?? '')
}

function grouped(number: string | undefined): string {
  return numberForm.format(Number(number))
}

/** The value that ends a refusal, as JSON; a long one is cut, and then it is none. */
function valueOf(got: string): Value {
  const value = parsed(got)
  if (typeof value === 'number')
    return { number: value, shown: numberForm.format(value), characters: 0 }
  if (value === null) return { number: undefined, shown: '', characters: 0 }
  const text = typeof value === 'string' ? value.trim() : got.replace(/^"/, '')
  const isCut = value === undefined && got.endsWith('…')
  return {
    number: undefined,
    shown: text === '' ? '' : `“${text}”`,
    characters: isCut ? Infinity : text.length,
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}
