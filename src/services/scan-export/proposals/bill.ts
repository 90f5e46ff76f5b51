import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'
import { readNumber } from '../../../paper/rules/printed-values.ts'

/** Lines of one bill that are learnt: more than a shop buys of one seller at once. */
const linesMax = 200

/** Characters of a name, a code or a term that are kept; longer ones are no such thing. */
const textMax = 200

/** Notes take back what bills said, or add to it: their rates are not what was paid. */
const isNote = /credit|debit/i

/** What a bill tells of its seller. `gstin` is '' where none was read. */
export type SellerOnBill = {
  name: string
  gstin: string
  state: string | null
  placeOfSupply: string | null
  terms: string | null
}

/** What a bill tells of one thing that was sold; `place` is its line, from 0. */
export type ItemOnBill = {
  foldedName: string
  name: string
  hsn: string | null
  unit: string | null
  gstPct: number | null
  ratePaise: number | null
  place: number
}

/** What can be learnt of a normalised bill; undefined where it names no seller, and for a credit or debit note. */
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

/** The first line of each name. */
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

/** In one rate, or in the halves of the centre and the state. */
function gstPctOf(line: JsonObject): number | null {
  const whole = percentOf(line['gst_rate']) ?? percentOf(line['igst_rate'])
  if (whole !== null) return whole
  const [centre, state] = [percentOf(line['cgst_rate']), percentOf(line['sgst_rate'])]
  return centre === null || state === null ? null : centre + state
}

/** "18", "18%" and 18; null for what is no rate of tax. */
function percentOf(value: JsonValue | undefined): number | null {
  const pct = numberOf(typeof value === 'string' ? value.replace(/\s*%\s*$/, '') : value)
  return pct === null || pct < 0 || pct > 100 ? null : pct
}

function paiseOf(value: JsonValue | undefined): number | null {
  const rupees = numberOf(value)
  // Ten decimals of a paisa are more than any rate has, and fewer than a double's noise.
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
