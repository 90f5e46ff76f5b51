import { type Static, Type } from '@sinclair/typebox'
import {
  type Bill,
  type Facts,
  inThousandths,
  type Line,
  type Note,
  type Order,
  type Row,
  type Statement,
} from './facts.ts'

/* The schema of facts as programs get them: amounts in rupees. Facts that a paper does not have are absent. */

const text = (description: string, example: string) =>
  Type.Optional(Type.String({ description, examples: [example] }))

const day = (description: string, example = '2026-11-05') =>
  Type.Optional(Type.String({ format: 'date', description, examples: [example] }))

const decimal = (description: string, example: number) =>
  Type.Optional(Type.Number({ description, examples: [example] }))

const amount = (description: string, example: number) =>
  decimal(`${description} At most two decimals.`, example)

const party = Type.Object(
  {
    name: text('The name; of a seller as the vendor list has it.', 'Acme Traders'),
    gstin: text('A GSTIN with the right check character.', '27AAPFU0939F1ZV'),
  },
  { $id: 'scanExport.FactsParty', description: 'A seller or a buyer.' },
)

const charge = Type.Object(
  {
    name: Type.String({ description: 'The label that the paper prints.', examples: ['Packing'] }),
    amount: Type.Number({
      description: 'Below zero for a deduction. At most two decimals.',
      examples: [120],
    }),
  },
  { $id: 'scanExport.FactsCharge', description: 'An amount below the lines that is no tax.' },
)

const factsLine = Type.Object(
  {
    description: text('The item, as the paper prints it.', 'Basmati Rice 5 kg'),
    product_name: text('The item, as the product list has it.', 'Rice Basmati 5 kg'),
    hsn: text('HSN or SAC code: 2, 4, 6 or 8 digits.', '1006'),
    quantity: decimal('At most three decimals, without what is free.', 2),
    unit: text('The unit, as the paper prints it.', 'Bag'),
    rate: decimal('Price of one unit before tax, with as many decimals as printed.', 450),
    rate_incl_tax: decimal('Price of one unit with tax, where the paper prints that.', 472.5),
    discount: amount('What is taken off this line.', 0),
    discount_percent: decimal('The discount in per cent.', 5),
    taxable_value: amount('What is taxed of this line.', 900),
    gst_rate: decimal('GST in per cent: CGST and SGST together, or IGST.', 5),
    amount: amount('The amount of this line, as the paper prints it.', 900),
    total: amount('This line with tax, where the paper prints that.', 945),
  },
  { $id: 'scanExport.FactsLine', description: 'A line of a bill, a note or an order.' },
)

const factsRow = Type.Object(
  {
    date: day('The day of the transaction.'),
    value_date: day('The day from which the bank counts it.'),
    narration: text('What the bank writes about it.', 'UPI/ACME TRADERS/98@ybl'),
    reference: text('Number of a cheque or a transfer.', '000042'),
    debit: amount('Money that went out.', 945),
    credit: amount('Money that came in.', 2500),
    amount: amount('Where the row does not say whether money went out or came in.', 945),
    balance: amount('The balance after this row; below zero when overdrawn.', 51555),
    vendor_name: text('The vendor, as the vendor list has it.', 'Acme Traders'),
  },
  { $id: 'scanExport.FactsRow', description: 'A row of a bank statement.' },
)

const account = Type.Object(
  {
    number: text('The number, as the paper prints it.', '50100012345678'),
    name: text('The holder.', 'Kulkarni General Stores'),
    bank: text('The bank.', 'HDFC Bank'),
    ifsc: text("The branch's IFSC.", 'HDFC0000123'),
  },
  { $id: 'scanExport.FactsAccount', description: 'The account of a bank statement.' },
)

const period = Type.Object(
  {
    from: day('The first day.', '2026-11-01'),
    to: day('The last day.', '2026-11-30'),
  },
  { $id: 'scanExport.FactsPeriod', description: 'The days that a bank statement covers.' },
)

const original = Type.Object(
  {
    number: text('Its number.', 'INV-001'),
    date: day('Its date.'),
  },
  { $id: 'scanExport.FactsOriginal', description: 'The bill that a note changes.' },
)

/** The amounts at the foot of a paper. */
const amounts = {
  subtotal: amount('What the lines come to, where the paper prints that.', 900),
  discount: amount('What is taken off at the foot.', 0),
  discount_percent: decimal('The discount at the foot in per cent.', 5),
  charges: Type.Optional(
    Type.Array(charge, { description: 'Freight, packing and the like, and deductions.' }),
  ),
  taxable_value: amount('What is taxed.', 900),
  cgst: amount('Central tax.', 22.5),
  sgst: amount('Tax of the state, or of the union territory.', 22.5),
  igst: amount('Tax between states.', 45),
  cess: amount('Compensation cess.', 0),
  tax_amount: amount('All tax, where the paper prints only the sum.', 45),
  round_off: amount('Below zero when rounded down.', 0),
  total: amount('What is to be paid.', 945),
}

/** An example of each kind of paper. */
export const exampleFacts = {
  bill: {
    kind: 'bill',
    number: 'INV-001',
    date: '2026-11-05',
    due_date: '2026-12-05',
    document_type: 'Tax Invoice',
    order_number: 'PO-17',
    seller: { name: 'Acme Traders', gstin: '27AAPFU0939F1ZV' },
    buyer: { name: 'Kulkarni General Stores', gstin: '27AAACR5055K1Z7' },
    place_of_supply: '27',
    currency: 'INR',
    charges: [{ name: 'Packing', amount: 20 }],
    taxable_value: 920,
    cgst: 23,
    sgst: 23,
    round_off: 0,
    total: 966,
    lines: [
      {
        description: 'Basmati Rice 5 kg',
        product_name: 'Rice Basmati 5 kg',
        hsn: '1006',
        quantity: 2,
        unit: 'Bag',
        rate: 450,
        gst_rate: 5,
        taxable_value: 900,
        amount: 900,
      },
    ],
    unread: [],
  },
  note: {
    kind: 'credit_note',
    number: 'CN-4',
    date: '2026-11-09',
    document_type: 'Credit Note',
    original: { number: 'INV-001', date: '2026-11-05' },
    seller: { name: 'Acme Traders', gstin: '27AAPFU0939F1ZV' },
    currency: 'INR',
    taxable_value: 450,
    cgst: 11.25,
    sgst: 11.25,
    round_off: 0.5,
    total: 473,
    lines: [{ description: 'Basmati Rice 5 kg', hsn: '1006', rate: 450, amount: 450 }],
    unread: ['lines.0.quantity'],
  },
  order: {
    kind: 'order',
    number: 'PO-17',
    date: '2026-11-02',
    seller: { name: 'Acme Traders' },
    buyer: { name: 'Kulkarni General Stores', gstin: '27AAACR5055K1Z7' },
    currency: 'INR',
    total: 945,
    lines: [{ description: 'Basmati Rice 5 kg', quantity: 2, unit: 'Bag', rate: 450, amount: 900 }],
    unread: [],
  },
  statement: {
    kind: 'statement',
    date: '2026-11-30',
    account: {
      number: '50100012345678',
      name: 'Kulkarni General Stores',
      bank: 'HDFC Bank',
      ifsc: 'HDFC0000123',
    },
    period: { from: '2026-11-01', to: '2026-11-30' },
    currency: 'INR',
    opening_balance: 52500,
    closing_balance: 51534,
    rows: [
      {
        date: '2026-11-07',
        value_date: '2026-11-07',
        narration: 'UPI/ACME TRADERS/98@ybl',
        reference: '000042',
        debit: 966,
        balance: 51534,
        vendor_name: 'Acme Traders',
      },
    ],
    unread: [],
  },
}

export const factsSchema = Type.Object(
  {
    kind: Type.Union(
      (['bill', 'credit_note', 'debit_note', 'order', 'statement', 'other'] as const).map((kind) =>
        Type.Literal(kind),
      ),
      {
        description:
          'What the paper is. `other` is a paper by which nothing is owed, such as a quotation or a delivery challan.',
      },
    ),
    number: text('Number of the paper; of an order the order number.', 'INV-001'),
    date: day('Date of the paper.'),
    due_date: day('When a bill is to be paid.', '2026-12-05'),
    document_type: text('What the paper calls itself.', 'Tax Invoice'),
    order_number: text('The order that a bill names.', 'PO-17'),
    original: Type.Optional(original),
    seller: Type.Optional(party),
    buyer: Type.Optional(party),
    place_of_supply: text('The GST code of the state: two digits.', '27'),
    reverse_charge: Type.Optional(
      Type.Boolean({
        description: '`true` when the paper says that the buyer pays the tax; else absent.',
        examples: [true],
      }),
    ),
    currency: text('ISO 4217. A paper that names none is in rupees.', 'INR'),
    ...amounts,
    lines: Type.Optional(
      Type.Array(factsLine, { description: 'Of a bill, a note and an order: the lines.' }),
    ),
    account: Type.Optional(account),
    period: Type.Optional(period),
    opening_balance: amount('Of a statement; below zero when overdrawn.', 52500),
    closing_balance: amount('Of a statement; below zero when overdrawn.', 51534),
    rows: Type.Optional(Type.Array(factsRow, { description: 'Of a statement: the rows.' })),
    unread: Type.Array(Type.String(), {
      description:
        'The paths of what the paper prints and nobody could read for certain, such as `total` or `lines.3.quantity`. These facts are absent.',
      examples: [['lines.3.quantity']],
    }),
  },
  {
    $id: 'scanExport.Facts',
    description:
      'What the document says, typed. A fact that the paper does not print is absent. An extension of Daybook.',
    examples: Object.values(exampleFacts),
  },
)

/** Facts as programs get them. */
export type DeliveredFacts = Static<typeof factsSchema>

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
