import { describe, expect, test } from 'bun:test'
import { answerOf } from '../../src/reader/answer-file.ts'
import type { ReadPage } from '../../src/reader/page.ts'
import { drawnPage } from './drawn-page.ts'
import { ownGstin, shop } from './read-drawing.ts'

/* A PDF may carry an invoice as a file, which nobody sees who looks at the paper and pays by it. */

const sellerGstin = '27ARZPV1134P1ZQ'

const paper = `
                                     TAX INVOICE
Vishal Wholesale                                  Invoice No.              Dated
204, Trade Centre, Station Road                   VW/25-26/118             05-Nov-2026
Nagpur - 440018
GSTIN/UIN: ${sellerGstin}
State Name : Maharashtra, Code : 27
Buyer (Bill to)
Kulkarni General Stores
GSTIN/UIN : ${ownGstin}
State Name : Maharashtra, Code : 27

Sl  Description of Goods       HSN/SAC     Quantity     Rate      per     Amount
1   Besan 1 kg                 1106        20 Pkt       84.00     Pkt     1,680.00
2   Jaggery 1 kg               1701        50 Pkt       58.00     Pkt     2,900.00
                                           Taxable Value                  4,580.00
                                           CGST @ 2.5%                      114.50
                                           SGST @ 2.5%                      114.50
                                           Total                          4,809.00
Amount Chargeable (in words)                                              E. & O.E
INR Four Thousand Eight Hundred Nine Only
Company's Bank Details
Bank Name : HDFC Bank
A/c No. : 4799 8600 2952
Branch & IFS Code : M.G. Road & HDFC0840965`

type Line = { name: string; qty: string; rate: string; amount: string }

const besan: Line = { name: 'Besan 1 kg', qty: '20', rate: '84.0000', amount: '1680' }
const jaggery: Line = { name: 'Jaggery 1 kg', qty: '50', rate: '58.0000', amount: '2900' }

/** What the paper says, but for what is given. */
function invoice({
  account = '479986002952',
  type = '380',
  net = '4580.00',
  half = '114.50',
  total = '4809.00',
  lines = [besan, jaggery],
  note = '',
}: Partial<Record<'account' | 'type' | 'net' | 'half' | 'total' | 'note', string>> & {
  lines?: readonly Line[]
} = {}): string {
  const tax = (kind: string) =>
    `<TaxSubtotal><TaxAmount>${half}</TaxAmount><TaxCategory><TaxScheme><ID>${kind}</ID></TaxScheme></TaxCategory></TaxSubtotal>`
  return `<Invoice><ID>VW/25-26/118</ID><IssueDate>2026-11-05</IssueDate>
    <InvoiceTypeCode>${type}</InvoiceTypeCode><DocumentCurrencyCode>INR</DocumentCurrencyCode>
    <AccountingSupplierParty>${party('Vishal Wholesale', sellerGstin)}</AccountingSupplierParty>
    <AccountingCustomerParty>${party('Kulkarni General Stores', ownGstin)}</AccountingCustomerParty>
    <PaymentMeans><PayeeFinancialAccount><ID>${account}</ID></PayeeFinancialAccount></PaymentMeans>
    <PaymentTerms><Note>${note}</Note></PaymentTerms>
    <TaxTotal><TaxAmount>${Number(half) * 2}</TaxAmount>${tax('CGST')}${tax('SGST')}</TaxTotal>
    <LegalMonetaryTotal><TaxExclusiveAmount>${net}</TaxExclusiveAmount>
      <TaxInclusiveAmount>${total}</TaxInclusiveAmount>
      <AllowanceTotalAmount>0.00</AllowanceTotalAmount></LegalMonetaryTotal>
    ${lines.map(lineOf).join('')}</Invoice>`
}

function party(name: string, gstin: string): string {
  return `<Party><PartyName><Name>${name}</Name></PartyName><PartyTaxScheme><CompanyID>${gstin}</CompanyID></PartyTaxScheme></Party>`
}

function lineOf({ name, qty, rate, amount }: Line, at: number): string {
  return `<InvoiceLine><ID>${at + 1}</ID><InvoicedQuantity unitCode="C62">${qty}</InvoicedQuantity>
    <LineExtensionAmount>${amount}</LineExtensionAmount><Item><Name>${name}</Name></Item>
    <Price><PriceAmount>${rate}</PriceAmount></Price></InvoiceLine>`
}

/** The doubts of the only document, by their paths. */
function doubtsOf(xml: string, pages: readonly ReadPage[] = [drawnPage(paper)]) {
  const attachments = [{ name: 'factur-x.xml', bytes: new TextEncoder().encode(xml) }]
  const answer = answerOf({ pages, attachments }, shop)
  const [document] = 'documents' in answer ? answer.documents : []
  if (document === undefined) throw new Error('Nothing was read.')
  return Object.fromEntries(
    Object.entries(document.explained).flatMap(([path, { doubts = [] }]) =>
      doubts.length === 0 ? [] : [[path.replace('invoice_metadata.', ''), doubts]],
    ),
  )
}

describe('a file inside a PDF', () => {
  test('is trusted where the print says the same, in its own words', () => {
    expect(doubtsOf(invoice())).toEqual({})
  })

  test('is doubted where it says another bank account', () => {
    expect(doubtsOf(invoice({ account: '000111222333' }))).toEqual({
      'A/c No.': ['The file inside says 000111222333, the print 479986002952.'],
    })
  })

  test('is doubted where it alone says a bank account', () => {
    const withoutAccount = drawnPage(paper.slice(0, paper.indexOf("Company's Bank")))
    expect(doubtsOf(invoice(), [withoutAccount])).toEqual({
      account_no: ['Account number: the file inside says 479986002952, which is not printed.'],
    })
  })

  test('is doubted where it says anything else that is not printed', () => {
    expect(Object.keys(doubtsOf(invoice({ note: 'Pay by 1 December' })))).toEqual(['payment_terms'])
  })

  test('does not prove its own total by its own lines and taxes', () => {
    const lines = [
      { ...besan, qty: '40', amount: '3360' },
      { ...jaggery, qty: '100', amount: '5800' },
    ]
    const sums = { net: '9160.00', half: '229.00', total: '9618.00' }
    const withoutWords = drawnPage(paper.replace(/Amount Chargeable.*\n.*\n/, ''))
    const doubts = doubtsOf(invoice({ lines, ...sums }), [withoutWords])
    expect(doubts['Total']).toEqual(['The file inside says 9618.00, the print 4,809.00.'])
    for (const path of ['Taxable Value', 'line_items.0.Quantity', 'line_items.1.Amount']) {
      expect(Object.keys(doubts)).toContain(path)
    }
  })

  test('is doubted where a line says another quantity or another name', () => {
    const lines = [
      { ...besan, qty: '30' },
      { ...jaggery, name: 'Gold coin' },
    ]
    const doubts = doubtsOf(invoice({ lines }))
    expect(Object.values(doubts).flat()).toContain('The file inside says 30, the print 20.')
    expect(Object.values(doubts).flat()).toContain(
      'The file inside says Gold coin, the print Jaggery 1 kg.',
    )
  })

  test('is doubted where it has another number of lines, or is another kind of paper', () => {
    const fewer = doubtsOf(invoice({ lines: [besan] }))
    expect(fewer['']).toContain(
      'The file inside and the print have different numbers of lines: 1 and 2.',
    )
    const note = doubtsOf(invoice({ type: '381' }))
    expect(note['']).toContain('The file inside says credit note, the print invoice.')
  })

  test('counts alone where the file is not inside a PDF', () => {
    expect(doubtsOf(invoice({ account: '000111222333' }), [])).toEqual({})
  })
})
