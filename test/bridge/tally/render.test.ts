import { describe, expect, test } from 'bun:test'
import { XMLValidator } from 'fast-xml-parser'
import { renderVoucher, renderVouchers } from '../../../src/bridge/tally/render.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import type { Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { mappings, oil, parties, plain, voucherOf } from '../../support/bill-vouchers.ts'
import { delivered, deliveredOrder, shopMappings } from '../../support/delivered.ts'

const key = 'abcdefghijklmnopqrstuvwxyz'

function xmlOf(voucher: Voucher, company = 'Anand & Sons'): string {
  const xml = renderVoucher(voucher, { key, company })
  expect(XMLValidator.validate(xml)).toBe(true)
  return xml
}

const byItems = shopMappings({
  parties,
  settings: { invoice_as: 'items' },
  items: [{ name: 'Sunflower Oil 1 L', sku: '', item: 'Sunflower Oil 1 L', unit: 'Nos' }],
  units: [{ ours: 'pcs', theirs: 'Nos' }],
})

const bill = '<BILLALLOCATIONS.LIST><NAME>ST/118</NAME><BILLTYPE>New Ref</BILLTYPE>'

describe('a purchase', () => {
  test('is one request for the company, with its key twice and the marker last', () => {
    expect(xmlOf(voucherOf(plain))).toBe(
      [
        '<ENVELOPE><HEADER><TALLYREQUEST>Import Data</TALLYREQUEST></HEADER><BODY><IMPORTDATA>',
        '<REQUESTDESC><REPORTNAME>Vouchers</REPORTNAME><STATICVARIABLES>',
        '<SVCURRENTCOMPANY>Anand &amp; Sons</SVCURRENTCOMPANY></STATICVARIABLES></REQUESTDESC>',
        '<REQUESTDATA><TALLYMESSAGE xmlns:UDF="TallyUDF">',
        `<VOUCHER REMOTEID="db1-${key}" VCHTYPE="Purchase" ACTION="Create" OBJVIEW="Invoice Voucher View">`,
        '<DATE>20260803</DATE><VOUCHERTYPENAME>Purchase</VOUCHERTYPENAME><ISINVOICE>Yes</ISINVOICE>',
        '<VCHENTRYMODE>Accounting Invoice</VCHENTRYMODE>',
        '<REFERENCE>ST/118</REFERENCE><REFERENCEDATE>20260803</REFERENCEDATE>',
        '<PARTYNAME>Shree Traders</PARTYNAME><PARTYLEDGERNAME>Shree Traders</PARTYLEDGERNAME>',
        '<GSTREGISTRATIONTYPE>Regular</GSTREGISTRATIONTYPE><PARTYGSTIN>27AAPFU0939F1ZV</PARTYGSTIN>',
        '<STATENAME>Maharashtra</STATENAME><PLACEOFSUPPLY>Maharashtra</PLACEOFSUPPLY>',
        '<PERSISTEDVIEW>Invoice Voucher View</PERSISTEDVIEW>',
        `<NARRATION>Bill ST/118, bill.pdf [DB:${key}]</NARRATION>`,
        '<LEDGERENTRIES.LIST><LEDGERNAME>Shree Traders</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE>',
        '<ISPARTYLEDGER>Yes</ISPARTYLEDGER><AMOUNT>1050.00</AMOUNT>',
        `${bill}<AMOUNT>1050.00</AMOUNT></BILLALLOCATIONS.LIST></LEDGERENTRIES.LIST>`,
        '<LEDGERENTRIES.LIST><LEDGERNAME>Purchase</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>',
        '<AMOUNT>-1000.00</AMOUNT></LEDGERENTRIES.LIST>',
        '<LEDGERENTRIES.LIST><LEDGERNAME>Input CGST</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>',
        '<AMOUNT>-25.00</AMOUNT></LEDGERENTRIES.LIST>',
        '<LEDGERENTRIES.LIST><LEDGERNAME>Input SGST</LEDGERNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>',
        '<AMOUNT>-25.00</AMOUNT></LEDGERENTRIES.LIST>',
        '</VOUCHER></TALLYMESSAGE></REQUESTDATA></IMPORTDATA></BODY></ENVELOPE>',
      ].join(''),
    )
  })

  test('of stock items has ledger entries that do not vanish, and its goods with free ones and their batch', () => {
    const line = { ...oil, Free: '2', 'Batch No': 'B7', 'GST %': '5%', Amount: '1,000.00' }
    const xml = xmlOf(voucherOf({ ...plain, lines: [line] }, byItems))
    expect(xml).toContain('<VCHENTRYMODE>Item Invoice</VCHENTRYMODE>')
    expect(xml).not.toContain('ALLLEDGERENTRIES')
    expect(xml).toContain(
      [
        '<ALLINVENTORYENTRIES.LIST><STOCKITEMNAME>Sunflower Oil 1 L</STOCKITEMNAME>',
        '<GSTHSNNAME>1512</GSTHSNNAME><ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE>',
        '<RATE>100.00/Nos</RATE><AMOUNT>-1000.00</AMOUNT>',
        '<ACTUALQTY> 12 Nos</ACTUALQTY><BILLEDQTY> 10 Nos</BILLEDQTY>',
        '<BATCHALLOCATIONS.LIST><GODOWNNAME>Main Location</GODOWNNAME><BATCHNAME>B7</BATCHNAME>',
        '<AMOUNT>-1000.00</AMOUNT><ACTUALQTY> 12 Nos</ACTUALQTY><BILLEDQTY> 10 Nos</BILLEDQTY>',
        '</BATCHALLOCATIONS.LIST><ACCOUNTINGALLOCATIONS.LIST><LEDGERNAME>Purchase</LEDGERNAME>',
        '<ISDEEMEDPOSITIVE>Yes</ISDEEMEDPOSITIVE><AMOUNT>-1000.00</AMOUNT></ACCOUNTINGALLOCATIONS.LIST>',
        '<RATEDETAILS.LIST><GSTRATEDUTYHEAD>CGST</GSTRATEDUTYHEAD>',
        '<GSTRATEVALUATIONTYPE>Based on Value</GSTRATEVALUATIONTYPE><GSTRATE>2.5</GSTRATE></RATEDETAILS.LIST>',
      ].join(''),
    )
  })

  test('due later, under reverse charge, and optional says so', () => {
    const { CGST: _cgst, SGST: _sgst, ...head } = plain.head
    const due = { ...head, 'Due Date': '13/08/2026', RCM: 'Yes', Total: '1,000.00' }
    const xml = xmlOf(
      voucherOf(
        { ...plain, head: due },
        shopMappings({ parties, settings: { as_optional: true } }),
      ),
    )
    expect(xml).toContain('<BILLCREDITPERIOD>10 Days</BILLCREDITPERIOD>')
    expect(xml).toContain('<GSTOVRDNISREVCHARGEAPPL>Applicable</GSTOVRDNISREVCHARGEAPPL>')
    expect(xml).toContain('<ISOPTIONAL>Yes</ISOPTIONAL>')
  })

  test('taken back by a note has every sign turned', () => {
    const xml = xmlOf(
      voucherOf({ ...plain, head: { ...plain.head, 'Document Type': 'Credit Note' } }),
    )
    expect(xml).toContain('VCHTYPE="Debit Note"')
    expect(xml).toContain(
      '<LEDGERNAME>Purchase</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><AMOUNT>1000.00</AMOUNT>',
    )
  })
})

function said(narration: string): string {
  return xmlOf({ ...voucherOf(plain), narration })
}

describe('what people write', () => {
  test('cannot break the request, and comes composed', () => {
    const xml = said('Tom & Jerry <b> "x" \u0003\u0000\ud800 caf\u0065\u0301\nमीठा')
    expect(xml).toContain('Tom &amp; Jerry &lt;b&gt; &quot;x&quot; \ufffd caf\u00e9 मीठा [DB:')
  })

  test('never cuts the marker off, however long it is', () => {
    expect(said('न'.repeat(5000))).toContain(`नन [DB:${key}]</NARRATION>`)
  })
})

test('a payment is an accounting voucher with the day that the bank says', () => {
  const row = {
    Date: '03/11/2026',
    'Value Date': '04/11/2026',
    Narration: 'CHQ PAID-UNITY',
    'Chq No': '546810',
    Withdrawal: '250.50',
  }
  const scan = delivered('bank_entry', { invoice_metadata: {}, line_items: [row] })
  const [part] = vouchersOf({ kind: 'scan', scan }, mappings, '2026-11-23')
  const xml = part?.voucher === undefined ? '' : xmlOf(part.voucher)
  expect(xml).toContain('OBJVIEW="Accounting Voucher View"')
  expect(xml).toContain('<EFFECTIVEDATE>20261103</EFFECTIVEDATE>')
  expect(xml).not.toContain('<LEDGERENTRIES')
  expect(xml).toContain(
    [
      '<ALLLEDGERENTRIES.LIST><LEDGERNAME>HDFC Bank</LEDGERNAME><ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE>',
      '<AMOUNT>250.50</AMOUNT><BANKALLOCATIONS.LIST><DATE>20261103</DATE>',
      '<INSTRUMENTDATE>20261103</INSTRUMENTDATE><BANKERSDATE>20261104</BANKERSDATE>',
      '<TRANSACTIONTYPE>Cheque</TRANSACTIONTYPE><PAYMENTFAVOURING>Suspense</PAYMENTFAVOURING>',
      '<INSTRUMENTNUMBER>546810</INSTRUMENTNUMBER><AMOUNT>250.50</AMOUNT></BANKALLOCATIONS.LIST>',
    ].join(''),
  )
})

test('a sales order is no invoice, and carries its number in the batch', () => {
  const items = [{ name: '', sku: 'RICE-5KG', item: 'Basmati 5 kg', unit: 'Bag' }]
  const delivery = { kind: 'order', order: deliveredOrder() } as const
  const [part] = vouchersOf(delivery, shopMappings({ items }), '2026-11-23')
  const xml = part?.voucher === undefined ? '' : xmlOf(part.voucher)
  expect(xml).toContain('<ISINVOICE>No</ISINVOICE>')
  expect(xml).toContain('<ORDERNO>2026-27/00001</ORDERNO><ORDERDUEDATE>20261106</ORDERDUEDATE>')
  expect(xml).toContain('<ISDEEMEDPOSITIVE>No</ISDEEMEDPOSITIVE><RATE>428.57/Bag</RATE>')
})

test('several vouchers are one request of several messages', () => {
  const voucher = voucherOf(plain)
  const xml = renderVouchers(
    [
      { voucher, key },
      { voucher, key: key.toUpperCase() },
    ],
    'Anand',
  )
  expect(xml.match(/<TALLYMESSAGE /g)).toHaveLength(2)
  expect(XMLValidator.validate(xml)).toBe(true)
})
