import { sampleShop } from '../../../scripts/demo/sample-shop.ts'
import type { JsonObject, JsonValue } from '../../../src/platform/json/json.ts'

export const day = 24 * 60 * 60 * 1000
export const now = Date.parse('2026-11-21T09:30:00.000Z')
export const shop = sampleShop({ seed: 7, now })

/** Headings by meaning, written here once more so that a wrong one in a layout shows. */
export const headings = {
  number: ['invoice no', 'bill no', 'invoice #', 'inv #', 'tax invoice no', 'बिल नं'],
  gstin: ['gstin/uin', 'gst no', 'gstin', 'gstin no', 'gstin of supplier', 'vendor gstin'],
  state: ['state of supplier'],
  cgst: ['cgst', 'cgst amt', 'c.g.s.t', 'central tax'],
  sgst: ['sgst', 'sgst amt', 's.g.s.t', 'state tax'],
  igst: ['igst', 'igst amt', 'i.g.s.t', 'integrated tax'],
  roundOff: ['round off', 'r/off', 'rounding', 'rounded off', 'पूर्णांक'],
  total: [
    'total',
    'net amount',
    'invoice total',
    'grand total',
    'total invoice value',
    'कुल',
    'order value',
    'approx. total',
  ],
  qty: ['quantity', 'qty', 'qnty', 'नग'],
  rate: ['rate', 'unit price', 'price', 'दर'],
  amount: ['amount', 'line total', 'रकम'],
  gst: ['gst %', 'gst rate', 'tax %'],
} as const

/** The text under one of a field's headings, "" when the paper has none of them. */
export function field(object: JsonObject, name: keyof typeof headings): string {
  const wanted: readonly string[] = headings[name]
  for (const [label, value] of Object.entries(object)) {
    if (wanted.includes(plain(label))) return text(value)
  }
  return ''
}

/** "₹1,23,456.50" as 12345650, "" as 0; throws on anything that is not an amount as printed. */
export function paise(printed: string): number {
  if (printed === '') return 0
  const amount = /^(-?)(?:₹|Rs\. )?((?:\d{1,2},)*(?:\d{1,3}))\.(\d\d)(?:Cr)?$/.exec(printed)
  if (amount === null)
    throw new Error(`"${printed}" is not an amount as Indian documents print it.`)
  const value = Number(`${amount[2]}${amount[3]}`.replaceAll(',', ''))
  return amount[1] === '-' ? -value : value
}

/** Everything printed in an object, in order. */
export function texts(object: JsonObject): string[] {
  return Object.values(object).map(text)
}

/** A scanner reads text and nothing else. */
function text(value: JsonValue): string {
  if (typeof value !== 'string') throw new TypeError(`${JSON.stringify(value)} is not text.`)
  return value
}

function plain(label: string): string {
  return label
    .toLowerCase()
    .replace(/[ .:]+$/, '')
    .trim()
}
