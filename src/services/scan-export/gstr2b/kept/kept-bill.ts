import { type Fields, textAt } from '../../../../paper/checks/document.ts'
import { billFacts, type Bill, type Note } from '../../../../paper/facts.ts'
import { keysWhere, type Kind } from '../../../../paper/fields.ts'
import { documentOf, paperOf } from '../../../../paper/paper.ts'
import type { ScanData } from '../../../../paper/rules/normalise.ts'
import { readNumber } from '../../../../paper/values.ts'
import type { KeptBill } from '../matching/bill.ts'

/** Characters of a number and of a name. */
const numberMax = 50
const nameMax = 200

/**
 * Bills of supply, which have no tax (source: CGST Rules, rule 49). A title with "invoice" too has taxed goods beside others (rule 46A).
 */
const billOfSupply = /^(?!.*\binvoice).*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Titles of papers with taxed goods. If no tax was read on one, the reader missed the tax. */
const taxInvoice = /\btax[\s_-]*invoice|\binvoice.*\bbill[\s_-]*of[\s_-]*supply\b/i

const kindsOfTax: readonly Kind[] = ['tax', 'slab', 'half slab', 'cess rate']

/** The keys in which a bill, or a line of it, says tax. */
const taxKeys = ['tax_amount', ...keysWhere(({ kind }) => kindsOfTax.includes(kind))]

/** How far a total without tax may be above the sum of its goods, in paise, because it is rounded to the rupee. */
const roundOffMaxPaise = 100

/** The head of a bill as it is delivered. Undefined for a paper that is neither a bill nor a note. */
export function keptBillOf(id: string, data: ScanData, seenAt: number): KeptBill | undefined {
  const paper = paperOf(data, 'vendor_invoice')
  const facts = billFacts(paper)
  if (facts.kind === 'other') return undefined
  const { head, lines } = documentOf(paper)
  const { tax } = facts
  const noTax = billOfSupply.test(facts.title ?? '') ? 0 : null
  return {
    id,
    kind: facts.kind === 'bill' ? 'invoice' : facts.kind,
    number: (facts.number ?? '').slice(0, numberMax),
    day: facts.day ?? '',
    gstin: facts.seller.gstin ?? misreadGstin(textAt(head, 'gstin')),
    seller: (facts.seller.name ?? '').slice(0, nameMax),
    pos: facts.placeOfSupply ?? '',
    isReverse: facts.isReverseCharge,
    total: sizeOf(facts.total),
    taxable: sizeOf(facts.taxable),
    igst: sizeOf(tax.igst) ?? noTax,
    cgst: sizeOf(tax.cgst) ?? noTax,
    sgst: sizeOf(tax.sgst) ?? noTax,
    cess: sizeOf(tax.cess) ?? noTax,
    saysNoTax: saysNoTax(facts, [head, ...lines]),
    seenAt,
  }
}

/**
 * Whether a bill charges no tax, as composition dealers and sellers of exempt goods do: it names no tax, and its total is the sum of its
 * goods. Otherwise a tax may have been missed.
 */
function saysNoTax(facts: Bill | Note, printed: readonly Fields[]): boolean {
  const total = sizeOf(facts.total)
  if (total === null || taxInvoice.test(facts.title ?? '') || printed.some(namesTax)) return false
  const amounts = facts.lines.map(({ amount }) => sizeOf(amount) ?? 0)
  const sums = [sizeOf(facts.taxable) ?? 0, amounts.reduce((sum, one) => sum + one, 0)]
  const goods = sums.filter((paise) => paise !== 0)
  return goods.length > 0 && goods.every((paise) => total - paise <= roundOffMaxPaise)
}

/** A value that cannot be read may be a tax too. */
function namesTax(fields: Fields): boolean {
  return taxKeys.some((key) => {
    const text = textAt(fields, key).replaceAll('%', '')
    return text !== '' && readNumber(text, false) !== 0
  })
}

/** A GSTIN that may have wrong characters. Number and amounts can show whose it is. */
function misreadGstin(text: string): string {
  const gstin = text.toUpperCase().replaceAll(/[\s.-]+/g, '')
  return /^[0-9A-Z]{15}$/.test(gstin) ? gstin : ''
}

/** Drops the sign: papers print the amounts of credit notes with a minus or without. */
function sizeOf(paise: number | undefined): number | null {
  return paise === undefined ? null : Math.abs(paise)
}
