import { type Fields, textAt } from '../../../../paper/checks/document.ts'
import { billFacts, type Bill, type Note } from '../../../../paper/facts.ts'
import { keysWhere, type Kind } from '../../../../paper/fields.ts'
import { documentOf, paperOf } from '../../../../paper/paper.ts'
import type { ScanData } from '../../../../paper/rules/normalise.ts'
import { readNumber } from '../../../../paper/rules/printed-values.ts'
import type { KeptBill } from '../matching/bill.ts'

/** Characters of a number and of a name that are kept. */
const numberMax = 50
const nameMax = 200

/** Papers without tax (source: CGST Rules, rule 49); one that is an invoice too has taxed goods beside others (rule 46A). */
const billOfSupply = /^(?!.*\binvoice).*\bbill[\s_-]*of[\s_-]*supply\b/i

/** Papers of taxed goods: where none of the tax was read, it was not found. */
const taxInvoice = /\btax[\s_-]*invoice|\binvoice.*\bbill[\s_-]*of[\s_-]*supply\b/i

const kindsOfTax: readonly Kind[] = ['tax', 'slab', 'half slab', 'cess rate']

/** Where a bill, or a line of one, says tax. */
const taxKeys = ['tax_amount', ...keysWhere(({ kind }) => kindsOfTax.includes(kind))]

/** How far a total may be from what it is made of without a tax between them, in paise: it is rounded to the rupee. */
const roundOffMaxPaise = 100

/** What is kept of the head of a bill, as it is delivered; undefined for what is neither a bill nor a note. */
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
 * Whether a bill charges no tax, as composition dealers and sellers of exempt goods bill: it names none, and its total is what its
 * goods come to. Else a tax may stand on it that was not read.
 */
function saysNoTax(facts: Bill | Note, printed: readonly Fields[]): boolean {
  const total = sizeOf(facts.total)
  if (total === null || taxInvoice.test(facts.title ?? '') || printed.some(namesTax)) return false
  const amounts = facts.lines.map(({ amount }) => sizeOf(amount) ?? 0)
  const sums = [sizeOf(facts.taxable) ?? 0, amounts.reduce((sum, one) => sum + one, 0)]
  const goods = sums.filter((paise) => paise !== 0)
  return goods.length > 0 && goods.every((paise) => total - paise <= roundOffMaxPaise)
}

/** What cannot be read may be a tax too. */
function namesTax(fields: Fields): boolean {
  return taxKeys.some((key) => {
    const text = textAt(fields, key).replaceAll('%', '')
    return text !== '' && readNumber(text, false) !== 0
  })
}

/** A GSTIN with a wrong character: whose it is shows when number and amounts fit. */
function misreadGstin(text: string): string {
  const gstin = text.toUpperCase().replaceAll(/[\s.-]+/g, '')
  return /^[0-9A-Z]{15}$/.test(gstin) ? gstin : ''
}

/** Without the sign: papers that take away print amounts with one or without. */
function sizeOf(paise: number | undefined): number | null {
  return paise === undefined ? null : Math.abs(paise)
}
