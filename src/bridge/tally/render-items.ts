import type { ItemLine, Voucher } from '../vouchers/voucher.ts'
import { amountText, dateText, dayText, quantityText, rateText } from './render-values.ts'
import { field, group, type Xml, yesNo } from './write-xml.ts'

/** What Tally calls the batch of goods that have none. */
const noBatch = 'Primary Batch'

/** One stock item of an invoice or an order, with its batch and the ledger that it is entered under. */
export function renderItem(line: ItemLine, voucher: Voucher): Xml {
  const { unit, rate, discountPercent = 0 } = line
  const deemed = yesNo('ISDEEMEDPOSITIVE', isInward(voucher))
  const amount = field('AMOUNT', amountText(line.paise))
  const quantities = [
    // More than what is billed: the rest is free.
    field('ACTUALQTY', quantityText(line.actualQty, unit)),
    field('BILLEDQTY', quantityText(line.billedQty, unit)),
  ]
  return group(
    'ALLINVENTORYENTRIES.LIST',
    field('STOCKITEMNAME', line.item),
    field('GSTHSNNAME', line.hsn),
    voucher.tax.isReverseCharge === true ? field('GSTOVRDNISREVCHARGEAPPL', 'Applicable') : '',
    deemed,
    field('RATE', rate === undefined ? '' : rateText(rate, unit)),
    field('DISCOUNT', discountPercent === 0 ? '' : String(discountPercent)),
    amount,
    ...quantities,
    group(
      'BATCHALLOCATIONS.LIST',
      field('GODOWNNAME', line.godown),
      field('BATCHNAME', line.batch === '' ? noBatch : line.batch),
      field('MFDON', line.made === undefined ? undefined : dateText(line.made)),
      field('EXPIRYPERIOD', line.expires === undefined ? undefined : dayText(line.expires)),
      ...orderOf(voucher),
      amount,
      ...quantities,
    ),
    group('ACCOUNTINGALLOCATIONS.LIST', field('LEDGERNAME', line.ledger), deemed, amount),
    ...ratesOf(line),
  )
}

/** Goods come in where the party is credited. */
function isInward({ entries }: Voucher): boolean {
  return entries.some(({ isParty = false, paise }) => isParty && paise < 0)
}

function orderOf({ kind, reference, date }: Voucher): Xml[] {
  if (kind !== 'sales_order') return []
  return [field('ORDERNO', reference), field('ORDERDUEDATE', dateText(date))]
}

/** The rates of the paper: an item in the books may have none, or another. */
function ratesOf({ gstPercent }: ItemLine): Xml[] {
  if (gstPercent === undefined) return []
  const half = gstPercent / 2
  return [
    ['CGST', half] as const,
    ['SGST/UTGST', half] as const,
    ['IGST', gstPercent] as const,
  ].map(([head, percent]) =>
    group(
      'RATEDETAILS.LIST',
      field('GSTRATEDUTYHEAD', head),
      field('GSTRATEVALUATIONTYPE', 'Based on Value'),
      field('GSTRATE', String(percent)),
    ),
  )
}
