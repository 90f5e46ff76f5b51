import type { Facts, Line, Order, Bill, Note, Row, Statement } from './facts.ts'
import { inThousandths } from './facts.ts'
import type { DeliveredFacts } from './facts-schema.ts'

/** Allows undefined for absent keys, which JSON leaves out. */
type Loose<Value> = Value extends readonly (infer Each)[]
  ? Loose<Each>[]
  : Value extends object
    ? { [Key in keyof Value]: Loose<Value[Key]> | undefined }
    : Value

/** Facts as programs get them, for JSON: amounts in rupees with at most two decimals. */
export function deliveredFacts(facts: Facts): Loose<DeliveredFacts> {
  return facts.kind === 'statement' ? statementFacts(facts) : tradeFacts(facts)
}

function tradeFacts(facts: Bill | Note | Order): Loose<DeliveredFacts> {
  const { tax, discount, charges } = facts
  return {
    kind: facts.kind,
    number: facts.number,
    date: facts.day,
    due_date: facts.dueDay,
    document_type: facts.title,
    order_number: facts.orderNumber,
    original:
      'original' in facts
        ? unlessEmpty({ number: facts.original.number, date: facts.original.day })
        : undefined,
    seller: unlessEmpty({ name: facts.seller.name, gstin: facts.seller.gstin }),
    buyer: unlessEmpty(facts.buyer),
    place_of_supply: facts.placeOfSupply,
    reverse_charge: facts.isReverseCharge ? true : undefined,
    currency: facts.currency,
    subtotal: rupees(facts.subtotal),
    discount: rupees(discount.paise),
    discount_percent: discount.percent,
    charges:
      charges.length === 0
        ? undefined
        : charges.map(({ key, paise }) => ({ name: key, amount: rupees(paise) })),
    taxable_value: rupees(facts.taxable),
    cgst: rupees(tax.cgst),
    sgst: rupees(tax.sgst),
    igst: rupees(tax.igst),
    cess: rupees(tax.cess),
    tax_amount: rupees(facts.taxAmount),
    round_off: rupees(facts.roundOff),
    total: rupees(facts.total),
    lines: facts.lines.map(lineFacts),
    unread: [...facts.unread],
  }
}

function lineFacts(line: Line) {
  return {
    description: line.description,
    product_name: line.productName,
    hsn: line.hsn,
    quantity: inThousandths(line.qty),
    unit: line.printedUnit,
    rate: line.rate,
    rate_incl_tax: line.rateWithTax,
    discount: rupees(line.discount.paise),
    discount_percent: line.discount.percent,
    taxable_value: rupees(line.taxable),
    gst_rate: line.gstPercent,
    amount: rupees(line.amount),
    total: rupees(line.total),
  }
}

function statementFacts(facts: Statement): Loose<DeliveredFacts> {
  return {
    kind: facts.kind,
    date: facts.day,
    account: unlessEmpty(facts.account),
    period: unlessEmpty(facts.period),
    currency: facts.currency,
    opening_balance: rupees(facts.opening),
    closing_balance: rupees(facts.closing),
    rows: facts.rows.map(rowFacts),
    unread: [...facts.unread],
  }
}

function rowFacts(row: Row) {
  return {
    date: row.day,
    value_date: row.valueDay,
    narration: row.narration,
    reference: row.reference,
    debit: rupees(row.debit),
    credit: rupees(row.credit),
    amount: rupees(row.amount),
    balance: rupees(row.balance),
    vendor_name: row.vendorName,
  }
}

function rupees(paise: number | undefined): number | undefined {
  return paise === undefined ? undefined : paise / 100
}

function unlessEmpty<Value extends object>(value: Value): Value | undefined {
  return Object.values(value).some((one) => one !== undefined) ? value : undefined
}
