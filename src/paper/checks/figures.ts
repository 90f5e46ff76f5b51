import { anyOf } from '../../platform/text.ts'
import { fieldOf } from '../fields.ts'
import { type CheckedDocument, type Fields, numberAt, textAt } from './document.ts'

/* The figures of a bill or an order: amounts in paise, rates in rupees. Undefined where no figure can be read. */

export type Discount = { readonly percent: number | undefined; readonly paise: number | undefined }

export type LineFigures = {
  readonly qty: number | undefined
  /** In rupees. A rate may have more than two decimals. */
  readonly rate: number | undefined
  readonly rateWithTax: number | undefined
  readonly unit: string
  readonly discount: Discount
  readonly gstPercent: number | undefined
  readonly amount: number | undefined
  readonly taxable: number | undefined
  readonly total: number | undefined
  readonly tax: Tax
}

/** Tax as printed. `sgst` includes the tax of a union territory. */
type Tax = {
  readonly cgst: number | undefined
  readonly sgst: number | undefined
  readonly igst: number | undefined
  readonly cess: number | undefined
}

/** An amount below the lines, in paise, with its key or label. */
export type Charge = { readonly key: string; readonly paise: number }

export type Figures = {
  readonly lines: readonly LineFigures[]
  readonly taxable: number | undefined
  readonly subtotal: number | undefined
  readonly discount: Discount
  /** Amounts printed below the lines and added to them: freight, packing, loading. Deductions are negative. None is 0. */
  readonly charges: readonly Charge[]
  readonly tax: Tax
  /** The rate of GST in the head, for papers that print none on their lines. */
  readonly gstPercent: number | undefined
  /** The sum of the taxes, for papers that print only the sum. */
  readonly taxAmount: number | undefined
  readonly roundOff: number | undefined
  readonly total: number | undefined
  readonly isReverseCharge: boolean
}

export function readFigures({ head, lines }: CheckedDocument): Figures {
  return {
    lines: lines.map(readLine),
    taxable: numberAt(head, 'taxable_value'),
    subtotal: numberAt(head, 'subtotal'),
    discount: discountOf(head),
    charges: chargesOf(head),
    tax: taxOf(head),
    gstPercent: gstPercentOf(head),
    taxAmount: numberAt(head, 'tax_amount'),
    roundOff: numberAt(head, 'round_off'),
    total: numberAt(head, 'total'),
    isReverseCharge: /^(?:y|yes|true|applicable)$/i.test(textAt(head, 'reverse_charge')),
  }
}

function readLine(line: Fields): LineFigures {
  return {
    qty: numberAt(line, 'qty'),
    rate: numberAt(line, 'rate'),
    rateWithTax: numberAt(line, 'rate_incl_tax'),
    unit: `${textAt(line, 'unit')} ${unitIn(textAt(line, 'qty'))}`.toLowerCase(),
    discount: discountOf(line),
    gstPercent: gstPercentOf(line),
    amount: numberAt(line, 'amount'),
    taxable: numberAt(line, 'taxable_value'),
    total: numberAt(line, 'total'),
    tax: taxOf(line),
  }
}

/** The unit after a quantity: "12 Nos". The quantity itself is no unit, even if it is 100. */
function unitIn(qty: string): string {
  return qty.trim().replace(/^[\d.,]+/, '')
}

/** The GST rate of a line or of the head, or the sum of its halves. */
function gstPercentOf(fields: Fields): number | undefined {
  const [gst, igst] = [numberAt(fields, 'gst_rate'), numberAt(fields, 'igst_rate')]
  for (const whole of [gst, igst]) if (whole !== undefined && whole > 0) return whole
  const both = (numberAt(fields, 'cgst_rate') ?? 0) + (numberAt(fields, 'sgst_rate') ?? 0)
  return both > 0 ? both : (gst ?? igst)
}

function taxOf(fields: Fields): Tax {
  const [sgst, utgst] = [numberAt(fields, 'sgst'), numberAt(fields, 'utgst')]
  return {
    cgst: numberAt(fields, 'cgst'),
    sgst: sgst === undefined && utgst === undefined ? undefined : (sgst ?? 0) + (utgst ?? 0),
    igst: numberAt(fields, 'igst'),
    cess: numberAt(fields, 'cess'),
  }
}

function discountOf(fields: Fields): Discount {
  const printed = numberAt(fields, 'discount')
  const percent = numberAt(fields, 'discount_pct')
  if (textAt(fields, 'discount').includes('%'))
    return { percent: printed ?? percent, paise: undefined }
  const paise = printed
  return { percent, paise: paise === undefined ? undefined : Math.abs(paise) }
}

/** A discount on an amount, in paise. */
export function discountOn({ percent = 0, paise }: Discount, base: number): number {
  return paise ?? Math.round((base * percent) / 100)
}

/** Words that name a charge together with "charges" or a short form of it. */
const chargedFor = String.raw`
  delivery|other|oth\.?|service|additional|add|convenience|platform|misc\w*|st\.?|statistical|bank|admin\w*|processing
  docket|detention|\bbooking|door|green|toll|fuel|halting|demurrage|parking|entry|emergency|document\w*
  making|hallmark\w*|installation|testing|inspection|crane|weighment|cutting|bending|stitching
  artwork|design|tinting|polishing|stamping|material|tarpaulin`

/** Labels of amounts that are printed below the lines and added to them. Trades and markets have their own names for charges. */
export const chargeLabel = anyOf(
  String.raw`
    (?:${chargedFor.trim().replaceAll(/\s*\n\s*/g, '|')})\.? ?(?:chgs?|charges?|chrgs?|exp\w*)\b
    hallmarking|mobili[sz]ation|packing|forwarding|\bp ?& ?f\b|\bpf charges|loading|unloading|handling|labour|h[ae]mali|mathadi|majuri|palledari|\bvarai\b
    insurance|cartage|octroi|courier|transport|postage|shipping|detention|demurrage|consumables
    brokerage|\bdalali|commission|kanta\b|tulai|\bmandi\b|market fee|\bapmc\b|bardan|\btcs\b|\btips?\b
    पैकिंग|हमाली|मजदूरी|પેકિંગ|હમાલી|મજૂરી`,
  'i',
)
export const deductionLabel =
  /scheme|\bsch\b|rebate|\btds\b|credit note|\bc\.?n\.?\b|\bcr\.? ?note|less\b|cash disc|special disc|\badj(?:ustment)?\b|coupon/i

/** Whether a label names a charge or a deduction. A key does not: the transporter is a name. */
export function isCharge(label: string): boolean {
  return fieldOf(label) === undefined && (isAdded(label) || deductionLabel.test(label))
}

/** "Mobilisation Charges": each trade has its own. "Less: Packing" is a deduction. */
function isAdded(label: string): boolean {
  return (
    !/^less\b/i.test(label) && (chargeLabel.test(label) || /^(?!total).*charges?$/i.test(label))
  )
}

/** Freight, and amounts under unknown labels that name a charge or a deduction. */
function chargesOf(head: Fields): Charge[] {
  const freight = { key: 'freight', paise: numberAt(head, 'freight') ?? 0 }
  const named = Object.keys(head).filter(isCharge)
  const others = named.map((key) => {
    const paise = numberAt(head, key) ?? 0
    return { key, paise: isAdded(key) ? paise : -Math.abs(paise) }
  })
  return [freight, ...others].filter(({ paise }) => paise !== 0)
}
