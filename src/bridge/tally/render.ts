import type { NewLedger } from '../books.ts'
import { markerOf, remoteIdOf } from '../keys.ts'
import {
  amountText,
  dateText,
  registrationText,
  stateText,
  dayText,
  quantityText,
  rateText,
  attribute,
  field,
  group,
  type Xml,
  yesNo,
} from './write-xml.ts'
import { isOfBank, type ItemLine, type LedgerEntry, type Voucher } from '../vouchers/voucher.ts'
import { stateNameOf } from '../../platform/gst/rates-and-states.ts'

/** A voucher and its key. */
export type Keyed = { voucher: Voucher; key: string }

/** A request to import one voucher into a company. */
export function renderVoucher(
  voucher: Voucher,
  { key, company }: { key: string; company: string },
): string {
  return renderVouchers([{ voucher, key }], company)
}

/** Vouchers as one request, or as a file that Tally imports. */
export function renderVouchers(keyed: readonly Keyed[], company: string): string {
  return importRequest('Vouchers', company, keyed.map(renderOne))
}

/** A request to import vouchers or masters. */
export function importRequest(
  report: 'Vouchers' | 'All Masters',
  company: string,
  tags: readonly Xml[],
): string {
  const header = group('HEADER', field('TALLYREQUEST', 'Import Data'))
  const variables = group('STATICVARIABLES', field('SVCURRENTCOMPANY', company))
  const description = group('REQUESTDESC', field('REPORTNAME', report), variables)
  const messages = tags.map((tag) => `<TALLYMESSAGE xmlns:UDF="TallyUDF">${tag}</TALLYMESSAGE>`)
  const data = group('REQUESTDATA', ...messages)
  return group('ENVELOPE', header, group('BODY', group('IMPORTDATA', description, data)))
}

/** How Tally shows and reads the entries of a voucher. */
type View = 'accounting voucher' | 'accounting invoice' | 'item invoice'

function viewOf({ kind, items }: Voucher): View {
  if (isOfBank(kind)) return 'accounting voucher'
  return items.length > 0 ? 'item invoice' : 'accounting invoice'
}

function renderOne({ voucher, key }: Keyed): Xml {
  const view = viewOf(voucher)
  const objectView =
    view === 'accounting voucher' ? 'Accounting Voucher View' : 'Invoice Voucher View'
  const attributes = [
    attribute('REMOTEID', remoteIdOf(key)),
    attribute('VCHTYPE', voucher.voucherType),
    attribute('ACTION', 'Create'),
    attribute('OBJVIEW', objectView),
  ].join('')
  const tags = [
    field('DATE', dateText(voucher.date)),
    field('VOUCHERTYPENAME', voucher.voucherType),
    ...(view === 'accounting voucher' ? bankHeader(voucher) : invoiceHeader(voucher, view)),
    field('PERSISTEDVIEW', objectView),
    voucher.isOptional === true ? yesNo('ISOPTIONAL', true) : '',
    field('NARRATION', narrationOf(voucher, key)),
    ...voucher.entries.map((entry) => renderEntry(entry, view, voucher)),
    ...voucher.items.map((item) => renderItem(item, voucher)),
  ]
  return `<VOUCHER${attributes}>${tags.join('')}</VOUCHER>`
}

function bankHeader({ date, party }: Voucher): Xml[] {
  return [field('EFFECTIVEDATE', dateText(date)), field('PARTYLEDGERNAME', party)]
}

function invoiceHeader(voucher: Voucher, view: View): Xml[] {
  const { kind, party, reference, referenceDate, orderNumber, tax } = voucher
  const { registration } = tax
  return [
    // An order is no invoice, but is entered in the same form.
    yesNo('ISINVOICE', kind !== 'sales_order'),
    field('VCHENTRYMODE', view === 'item invoice' ? 'Item Invoice' : 'Accounting Invoice'),
    field('REFERENCE', reference),
    field('REFERENCEDATE', referenceDate === undefined ? undefined : dateText(referenceDate)),
    field('PARTYNAME', party),
    field('PARTYLEDGERNAME', party),
    field('GSTREGISTRATIONTYPE', registration && registrationText(registration)),
    field('PARTYGSTIN', tax.partyGstin),
    field('STATENAME', stateText(tax.partyState)),
    field('PLACEOFSUPPLY', stateText(tax.placeOfSupply)),
    orderNumber === undefined
      ? ''
      : group('INVOICEORDERLIST.LIST', field('BASICPURCHASEORDERNO', orderNumber)),
  ]
}

/** The most characters of a narration before its marker. The marker must never be cut off. */
const narrationMax = 400

function narrationOf({ narration }: Voucher, key: string): string {
  const kept = Array.from(narration.trim()).slice(0, narrationMax).join('').trim()
  return kept === '' ? markerOf(key) : `${kept} ${markerOf(key)}`
}

/** In an invoice with items, ALLLEDGERENTRIES vanish silently (source: measured on 7.1). */
function renderEntry(entry: LedgerEntry, view: View, { date, tax }: Voucher): Xml {
  const { ledger, paise, isParty = false, role, bill, bank } = entry
  const amount = field('AMOUNT', amountText(paise))
  return group(
    view === 'accounting voucher' ? 'ALLLEDGERENTRIES.LIST' : 'LEDGERENTRIES.LIST',
    field('LEDGERNAME', ledger),
    // Tally itself writes a control character before this word. XML does not allow it, so we leave it out.
    role === 'goods' && tax.isReverseCharge === true
      ? field('GSTOVRDNISREVCHARGEAPPL', 'Applicable')
      : '',
    yesNo('ISDEEMEDPOSITIVE', paise > 0),
    isParty ? yesNo('ISPARTYLEDGER', true) : '',
    amount,
    bill === undefined
      ? ''
      : group(
          'BILLALLOCATIONS.LIST',
          field('NAME', bill.name),
          field('BILLCREDITPERIOD', bill.dueDays === undefined ? '' : `${bill.dueDays} Days`),
          field('BILLTYPE', bill.type),
          amount,
        ),
    bank === undefined
      ? ''
      : group(
          'BANKALLOCATIONS.LIST',
          field('DATE', dateText(date)),
          field('INSTRUMENTDATE', dateText(bank.date)),
          field('BANKERSDATE', dateText(bank.bankersDate)),
          field('TRANSACTIONTYPE', bank.type),
          field('PAYMENTFAVOURING', bank.favouring),
          field('INSTRUMENTNUMBER', bank.number),
          amount,
        ),
  )
}

/** Tally's name for the batch of goods without a batch. */
const noBatch = 'Primary Batch'

/** One stock item of an invoice or an order, with its batch and its ledger. */
function renderItem(line: ItemLine, voucher: Voucher): Xml {
  const { unit, rate, discountPercent = 0 } = line
  const deemed = yesNo('ISDEEMEDPOSITIVE', isInward(voucher))
  const amount = field('AMOUNT', amountText(line.paise))
  const quantities = [
    // The actual quantity may exceed the billed one. The difference is free.
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

/** Goods come in when the party is credited. */
function isInward({ entries }: Voucher): boolean {
  return entries.some(({ isParty = false, paise }) => isParty && paise < 0)
}

function orderOf({ kind, reference, date }: Voucher): Xml[] {
  if (kind !== 'sales_order') return []
  return [field('ORDERNO', reference), field('ORDERDUEDATE', dateText(date))]
}

/** The paper's rates. The item in Tally may have none or others. */
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

/** Tally's names of the GST heads, by the ledger's role. */
const dutyHeads: Readonly<Record<string, string>> = {
  cgst: 'CGST',
  sgst: 'SGST/UTGST',
  igst: 'IGST',
  cess: 'Cess',
}

/**
 * A request that creates a ledger. First check whether the name exists, also with different case or spaces: Tally silently alters an
 * existing ledger, even its opening balance. `from` (yyyy-mm-dd) is the day from which the details hold, the first day of the accounts.
 * Tally drops details without a day.
 */
export function renderLedger(ledger: NewLedger, company: string, from: string): string {
  const { name, parent } = ledger
  const details = ledger.field.startsWith('party:') ? partyOf(ledger, from) : dutyOf(ledger)
  const tags = [field('NAME', name), field('PARENT', parent), ...details]
  const attributes = attribute('NAME', name) + attribute('ACTION', 'Create')
  return importRequest('All Masters', company, [`<LEDGER${attributes}>${tags.join('')}</LEDGER>`])
}

function partyOf({ name, gstin, ...known }: NewLedger, from: string): Xml[] {
  const state = stateText(known.state === '' ? stateNameOf(gstin.slice(0, 2)) : known.state)
  const registration = field(
    'GSTREGISTRATIONTYPE',
    registrationText(gstin === '' ? 'Unregistered' : 'Regular'),
  )
  const since = field('APPLICABLEFROM', dateText(from))
  const country = 'India'
  return [
    // Turns on bill-wise details. Without them Tally drops a voucher's bill reference.
    yesNo('ISBILLWISEON', true),
    field('COUNTRYOFRESIDENCE', country),
    field('LEDSTATENAME', state),
    registration,
    field('PARTYGSTIN', gstin),
    group(
      'LEDMAILINGDETAILS.LIST',
      since,
      field('MAILINGNAME', name),
      field('STATE', state),
      field('COUNTRY', country),
    ),
    group(
      'LEDGSTREGDETAILS.LIST',
      since,
      registration,
      field('PLACEOFSUPPLY', state),
      field('GSTIN', gstin),
    ),
  ]
}

/** `ledger:cgst_input:9` */
function dutyOf({ field: what }: NewLedger): Xml[] {
  const [, role = '', rate] = what.split(':')
  const head = dutyHeads[role.split('_')[0] ?? '']
  if (head === undefined) return []
  return [field('TAXTYPE', 'GST'), field('GSTDUTYHEAD', head), field('RATEOFTAXCALCULATION', rate)]
}
