import type { Random } from '../../../scripts/demo/random.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { Category } from '../../../src/paper/categories.ts'
import type { CompiledRules } from '../../../src/paper/rules/rules.ts'
import type { RawDocument } from '../../../src/paper/rules/normalise.ts'

/* The slips of whoever types a paper: each makes of an honest one what cannot be right. */

/** One value of a document, where it stands. */
type Field = { holder: JsonObject; label: string; key: string; text: string }

type Slip = (random: Random, document: Slipped) => string | undefined

/** A copy that a slip changes in place, with what its labels stand for. */
type Slipped = { raw: RawDocument; category: Category; fields: Field[] }

/** An honest document with one slip in it, and what that was; undefined when there is no room for that slip. */
export function mutate(
  random: Random,
  slip: Slip,
  honest: { raw: RawDocument; category: Category },
  rules: CompiledRules,
): { raw: RawDocument; what: string } | undefined {
  const raw = structuredClone(honest.raw)
  const fields = fieldsOf(raw, honest.category, rules)
  const what = slip(random, { raw, category: honest.category, fields })
  return what === undefined ? undefined : { raw, what }
}

function fieldsOf(raw: RawDocument, category: Category, rules: CompiledRules): Field[] {
  const inside = (holder: JsonObject, place: 'head' | 'line') =>
    Object.entries(holder).flatMap(([label, value]): Field[] => {
      const key = rules[category][place](label).canonical
      return typeof value === 'string' && value.trim() !== ''
        ? [{ holder, label, key, text: value }]
        : []
    })
  return [
    ...inside(raw.invoice_metadata, 'head'),
    ...raw.line_items.flatMap((line) => inside(line, 'line')),
  ]
}

/** Figures that a sum or a product checks. */
const money = new Set(
  'rate amount total taxable_value subtotal cgst sgst igst debit credit balance closing_balance'.split(
    ' ',
  ),
)
const figures = new Set([...money, 'qty'])
const days = new Set(['invoice_date', 'po_date', 'date'])

const nextYear = new Date().getFullYear() + 1

/** All slips by name. */
export const slips: Readonly<Record<string, Slip>> = {
  'a wrong sign in a GSTIN': onOne((key) => key === 'gstin', wrongSign),
  'two swapped signs in a GSTIN': onOne((key) => key === 'gstin', swapped(/[0-9A-Z]/)),
  'a lost sign in a GSTIN': onOne(
    (key) => key === 'gstin',
    (random, text) => without(text, random.int(0, text.length - 1)),
  ),
  'two swapped digits in a figure': onOne((key) => figures.has(key), swapped(/\d/)),
  'a wrong digit in a figure': onOne((key) => figures.has(key), wrongDigit),
  'a digit too many in a figure': onOne((key) => figures.has(key), doubledDigit),
  'a lost digit in a figure': onOne((key) => figures.has(key), lostDigit),
  'a lost point in an amount': onOne(
    (key) => money.has(key),
    (_, text) => text.replace(/\.(?=\d\d$)/, ''),
  ),
  'a letter for a digit': onOne((key) => figures.has(key) || key === 'hsn', letterForDigit),
  'a word for a figure': onOne(
    (key) => figures.has(key),
    () => 'ten',
  ),
  'a day that there is not': onOne(
    (key) => days.has(key),
    (random) => `${random.int(32, 39)}/11/26`,
  ),
  'a month that there is not': onOne(
    (key) => days.has(key),
    (random) => `${random.int(13, 28)}/${random.int(13, 19)}/2026`,
  ),
  'a day to come': onOne(
    (key) => days.has(key),
    (random) => `${random.int(1, 28)}/12/${nextYear}`,
  ),
  'the year of another decade': onOne(
    (key) => days.has(key),
    (random) => `05/11/20${random.pick(['16', '62', '06'])}`,
  ),
  'a lost line': lostLine,
  'a line twice': twiceLine,
  'another total': onOne(
    (key) => key === 'total',
    (random) => String(random.int(1, 99) * 1000 + 7),
  ),
  'the wrong kind of tax': wrongTax,
  'a rate of GST that there is not': onOne(
    (key) => key === 'gst_rate',
    (random) => `${random.pick([2, 8, 15, 19, 21, 82])}%`,
  ),
  'an HSN code with a lost digit': onOne(
    (key) => key === 'hsn',
    (_, text) => text.slice(1),
  ),
  'no date': emptied('invoice_date', 'po_date'),
  'no total': emptied('total'),
  'money on the wrong side': wrongSide,
}

/** Changes one of the fields that a slip is about; undefined when none of them can be. */
function onOne(
  isIt: (key: string) => boolean,
  change: (random: Random, text: string) => string | undefined,
): Slip {
  return (random, { fields }) => {
    for (const field of random.shuffle(fields.filter(({ key }) => isIt(key)))) {
      const text = change(random, field.text)
      if (text === undefined || text === field.text || isSameFigure(text, field.text)) continue
      field.holder[field.label] = text
      return `${field.key}: ${field.text} → ${text}`
    }
    return undefined
  }
}

/** "050.00" is 50.00, and "1.50" is 1.5. */
function isSameFigure(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) =>
    Number(text.replace(/^Rs\.?|Cr$/g, '').replaceAll(/[^\d.]/g, '')),
  )
  return /\d/.test(one) && !/[oSlBZ]/.test(one.replace(/^Rs/, '')) && a === b
}

function placesOf(text: string, sign: RegExp): number[] {
  return text.split('').flatMap((one, at) => (sign.test(one) ? [at] : []))
}

function replaced(text: string, at: number, by: string): string {
  return text.slice(0, at) + by + text.slice(at + 1)
}

function without(text: string, at: number): string {
  return replaced(text, at, '')
}

function wrongSign(random: Random, text: string): string {
  return replaced(
    text,
    random.int(0, text.length - 1),
    random.pick('0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'.split('')),
  )
}

function swapped(sign: RegExp) {
  return (random: Random, text: string): string | undefined => {
    const pairs = placesOf(text, sign).filter(
      (at) => sign.test(text[at + 1] ?? '') && text[at] !== text[at + 1],
    )
    if (pairs.length === 0) return undefined
    const at = random.pick(pairs)
    return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2)
  }
}

/** The digits that are a figure's: those of a unit ("5 kg") or a currency are not. */
function digitsOf(text: string): number[] {
  const end = /\d[^\d]*$/.exec(text)?.index ?? 0
  return placesOf(text, /\d/).filter((at) => at <= end)
}

function wrongDigit(random: Random, text: string): string {
  const at = random.pick(digitsOf(text))
  const digit = (Number(text[at]) + random.int(1, 9)) % 10
  return replaced(text, at, String(digit))
}

function doubledDigit(random: Random, text: string): string {
  const at = random.pick(digitsOf(text))
  return replaced(text, at, `${text[at]}${text[at]}`)
}

function lostDigit(random: Random, text: string): string | undefined {
  const digits = digitsOf(text)
  return digits.length < 2 ? undefined : without(text, random.pick(digits))
}

const alike: Readonly<Record<string, string>> = { 0: 'o', 1: 'l', 5: 'S', 8: 'B', 2: 'Z' }

function letterForDigit(random: Random, text: string): string | undefined {
  const places = digitsOf(text).filter((at) => alike[text[at] ?? ''] !== undefined)
  if (places.length === 0) return undefined
  const at = random.pick(places)
  return replaced(text, at, alike[text[at] ?? ''] ?? '')
}

function lostLine(random: Random, { raw }: Slipped): string | undefined {
  if (raw.line_items.length < 2) return undefined
  const at = random.int(0, raw.line_items.length - 1)
  raw.line_items.splice(at, 1)
  return `line ${at + 1} is lost`
}

function twiceLine(random: Random, { raw }: Slipped): string {
  const at = random.int(0, raw.line_items.length - 1)
  raw.line_items.splice(at, 0, structuredClone(raw.line_items[at] ?? {}))
  return `line ${at + 1} stands twice`
}

/** IGST in place of CGST and SGST, or the other way round, with the same sum. */
function wrongTax(_: Random, { fields, raw }: Slipped): string | undefined {
  const find = (key: string) =>
    fields.find((field) => field.key === key && field.holder === raw.invoice_metadata)
  const [cgst, sgst, igst] = [find('cgst'), find('sgst'), find('igst')]
  // Without a place of supply nothing says where goods were sold.
  if (find('place_of_supply') === undefined || find('gstin') === undefined) return undefined
  if (igst !== undefined && number(igst.text) > 0) {
    delete igst.holder[igst.label]
    const half = (number(igst.text) / 2).toFixed(2)
    Object.assign(igst.holder, { CGST: half, SGST: half })
    return 'CGST and SGST for IGST'
  }
  if (cgst === undefined || sgst === undefined || number(cgst.text) === 0) return undefined
  for (const { holder, label } of [cgst, sgst]) delete holder[label]
  cgst.holder['IGST'] = (number(cgst.text) * 2).toFixed(2)
  return 'IGST for CGST and SGST'
}

function number(text: string): number {
  return Number(text.replaceAll(/[^\d.]/g, ''))
}

function emptied(...keys: string[]): Slip {
  return (_, { fields, category }) => {
    // An order may say nothing of what it comes to.
    if (category !== 'vendor_invoice') return undefined
    const field = fields.find(({ key, holder }) => keys.includes(key) && holder !== undefined)
    if (field === undefined) return undefined
    delete field.holder[field.label]
    return `${field.key} is missing`
  }
}

function wrongSide(random: Random, { fields }: Slipped): string | undefined {
  const field = random.shuffle(fields).find(({ key }) => key === 'debit' || key === 'credit')
  if (field === undefined) return undefined
  const other = fields.find(({ key }) => (key === 'debit' || key === 'credit') && key !== field.key)
  if (other === undefined) return undefined
  field.holder[field.label] = ''
  field.holder[other.label] = field.text
  return `${field.text} from ${field.key} to ${other.key}`
}
