import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'
import { readNumber } from '../../../paper/values.ts'

/** Lines to learn from one bill. No shop buys more of one seller at once. */
const linesMax = 200

/** Characters of a name, a code or a term. A longer text is none of these. */
const textMax = 200

/** A note takes back or adds to what a bill said. Its rates are not what the shop paid. */
const isNote = /credit|debit/i

/** What a bill says about its seller. `gstin` is '' where nobody read one. */
export type SellerOnBill = {
  name: string
  gstin: string
  state: string | null
  placeOfSupply: string | null
  terms: string | null
}

/** What a bill says about one product. `place` is its line, from 0. */
export type ItemOnBill = {
  foldedName: string
  name: string
  hsn: string | null
  unit: string | null
  gstPct: number | null
  ratePaise: number | null
  place: number
}

/** What Daybook can learn from a normalised bill. Undefined for a bill without a seller, and for a credit or debit note. */
export function readBill({ invoice_metadata: head, line_items: lines }: ScanData) {
  const name = textOf(head['vendor_name']) ?? textOf(head['name'])
  if (name === null || isNote.test(textOf(head['document_type']) ?? '')) return undefined
  const seller: SellerOnBill = {
    name,
    gstin: textOf(head['gstin']) ?? '',
    state: textOf(head['state']),
    placeOfSupply: textOf(head['place_of_supply']),
    terms: textOf(head['payment_terms']),
  }
  return {
    seller,
    day: textOf(head['invoice_date']),
    items: itemsOf(lines, percentOf(head['gst_rate'])),
  }
}

/** The first line of each product name. */
function itemsOf(lines: readonly JsonObject[], usualPct: number | null): ItemOnBill[] {
  const items = new Map<string, ItemOnBill>()
  for (const [place, line] of lines.slice(0, linesMax).entries()) {
    const name = textOf(line['product_name']) ?? textOf(line['description'])
    if (name === null) continue
    const foldedName = foldText(name)
    if (items.has(foldedName)) continue
    items.set(foldedName, {
      foldedName,
      name,
      hsn: textOf(line['hsn']),
      unit: textOf(line['unit']),
      gstPct: gstPctOf(line) ?? usualPct,
      ratePaise: paiseOf(line['rate']),
      place,
    })
  }
  return [...items.values()]
}

/** A bill prints one rate, or half the rate for the centre and half for the state. */
function gstPctOf(line: JsonObject): number | null {
  const whole = percentOf(line['gst_rate']) ?? percentOf(line['igst_rate'])
  if (whole !== null) return whole
  const [centre, state] = [percentOf(line['cgst_rate']), percentOf(line['sgst_rate'])]
  return centre === null || state === null ? null : centre + state
}

/** "18", "18%" and 18 are 18. Null for anything that is no rate of tax. */
function percentOf(value: JsonValue | undefined): number | null {
  const pct = numberOf(typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value)
  return pct === null || pct < 0 || pct > 100 ? null : pct
}

function paiseOf(value: JsonValue | undefined): number | null {
  const rupees = numberOf(value)
  // No rate has ten decimals of a paisa. A double's noise begins behind them.
  return rupees === null || rupees <= 0 ? null : Number((rupees * 100).toFixed(10))
}

function numberOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (readNumber(value, false) ?? null) : null
}

function textOf(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string') return null
  const text = value.trim()
  return text === '' || text.length > textMax ? null : text
}
