import { describe, expect, test } from 'bun:test'
import { balanceOf } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { delivered, demoScans, shopMappings } from '../../support/delivered.ts'

const head = { 'Account No': '5010 0123-456', 'Opening Balance': '1,000.00' }
const ledgers = { ...shopMappings().ledgers, 'bank:50100123456': 'HDFC Bank', 'bank:777': 'SBI' }
const mappings = shopMappings({ ledgers })

function partsOf(rows: Record<string, string>[], theirs = mappings) {
  const raw = { invoice_metadata: head, line_items: rows }
  return vouchersOf({ kind: 'scan', scan: delivered('bank_entry', raw) }, theirs, '2026-11-23')
}

describe('a row of a bank statement', () => {
  test('that goes out is a payment from the bank, on the day that the bank says', () => {
    const [part] = partsOf([
      {
        Date: '03/11/2026',
        'Value Date': '04/11/2026',
        Narration: 'CHQ PAID-CTS-PUNE-UNITY',
        'Chq No': '000000546810',
        Withdrawal: '250.50',
        Balance: '749.50',
      },
    ])
    expect(part?.voucher).toMatchObject({
      kind: 'payment',
      date: '2026-11-03',
      party: 'Suspense',
      entries: [
        { ledger: 'Suspense', paise: 25_050, isParty: true },
        {
          ledger: 'HDFC Bank',
          paise: -25_050,
          bank: { type: 'Cheque', date: '2026-11-03', bankersDate: '2026-11-04' },
        },
      ],
    })
  })

  test('that comes in from somebody whom the shop knows is a receipt of theirs', () => {
    const parties = [{ gstin: '27AAPFU0939F1ZV', name: 'Shree Traders', ledger: 'Shree Traders' }]
    const row = {
      Date: '03/11/2026',
      Narration: 'NEFT CR',
      Supplier: 'Shree Traders',
      Deposit: '10',
    }
    const [part] = partsOf([row], { ...mappings, parties })
    expect(part?.voucher).toMatchObject({
      kind: 'receipt',
      party: 'Shree Traders',
      entries: [{ paise: -1000 }, { paise: 1000, bank: { type: 'e-Fund Transfer' } }],
    })
  })

  test('of a name that nobody has mapped is asked for', () => {
    const row = { Date: '03/11/2026', Narration: 'NEFT', Supplier: 'Shree', Withdrawal: '10' }
    expect(partsOf([row])[0]?.problems).toMatchObject([{ field: 'party:|Shree' }])
  })

  test.each([
    ['ATM WDL-S1ANPU399-LAXMI ROAD', 'Cash'],
    ['CASH DEPOSIT-BY SELF-CDM', 'Cash'],
    ['CHQ PAID SELF 000123', 'Cash'],
    ['SELF CHQ-000123', 'Cash'],
    ['OWN TRANSFER', 'SBI'],
  ])('%s is a contra', (narration, ledger) => {
    const parties = [{ gstin: '', name: 'own transfer', ledger: 'SBI' }]
    const row = { Date: '03/11/2026', Narration: narration, Withdrawal: '500' }
    expect(partsOf([row], { ...mappings, parties })[0]?.voucher).toMatchObject({
      kind: 'contra',
      party: ledger,
    })
  })

  test.each([
    'NEFT-SELF EMPLOYED WOMENS ASSOC',
    'UPI/SELF HELP GROUP/okaxis',
    'CHQ PAID-SELF HELP GROUP',
    'IMPS-P2A-RAVI-SELF-ICICI',
    'RTGS SELF TRANSFER TO ICICI',
  ])('%s is no cash', (narration) => {
    const row = { Date: '03/11/2026', Narration: narration, Withdrawal: '500' }
    expect(partsOf([row])[0]?.voucher).toMatchObject({ kind: 'payment', party: 'Suspense' })
  })

  test('that moves no money is no part, and the others keep their place', () => {
    const parts = partsOf([
      { Date: '01/11/2026', Narration: 'B/F', Balance: '1,000.00' },
      { Date: '03/11/2026', Narration: 'UPI', Deposit: '1', Balance: '1,001.00' },
    ])
    expect(parts.map(({ part }) => part)).toEqual([1])
  })

  test('whose balance contradicts it is refused, and the others are not', () => {
    const parts = partsOf([
      { Date: '03/11/2026', Narration: 'UPI', Deposit: '1.00', Balance: '1,001.00' },
      { Date: '04/11/2026', Narration: 'UPI', Deposit: '10.00', Balance: '1,111.00' },
      { Date: '05/11/2026', Narration: 'UPI', Deposit: '1.00', Balance: '1,112.00' },
    ])
    expect(parts.map(({ problems }) => problems.map(({ code }) => code))).toEqual([
      [],
      ['totals_mismatch'],
      [],
    ])
  })

  test('of a second account is not booked to the ledger of the first', () => {
    const row = { Date: '03/11/2026', Narration: 'UPI', Deposit: '1' }
    const theirs = shopMappings({ ledgers: { ...shopMappings().ledgers, 'bank:777': 'SBI' } })
    expect(partsOf([row], theirs)[0]?.problems).toMatchObject([
      { code: 'ledger_missing', field: 'ledger:bank:50100123456' },
    ])
  })

  test('of an account that nobody has mapped asks for it by its number', () => {
    const row = { Date: '03/11/2026', Narration: 'UPI', Deposit: '1' }
    expect(partsOf([row], shopMappings({ ledgers: {} }))[0]?.problems).toMatchObject([
      { code: 'ledger_missing', field: 'ledger:bank:50100123456' },
      { field: 'ledger:suspense' },
    ])
  })
})

describe('a row whose amount', () => {
  test.each([
    { Withdrawal: '1,2O0.00' },
    { Deposit: '2 lakh' },
    { Withdrawal: '100', Deposit: 'lOO' },
    { 'Amount (Rs)': '1O0.00' },
    { 'Nikasi Rs': '1O0.00' },
  ])('cannot be read is refused: %j', (amounts: Record<string, string>) => {
    const parts = partsOf([
      { Date: '02/11/2026', Narration: 'UPI', Deposit: '10' },
      { Date: '03/11/2026', Narration: 'UPI', ...amounts },
    ])
    expect(parts).toMatchObject([
      { part: 0, problems: [] },
      { part: 1, problems: [{ code: 'totals_mismatch', field: 'amount' }] },
    ])
    expect(parts[1]?.voucher).toBeUndefined()
  })

  test('is missing, though its balance changes, is refused', () => {
    const parts = partsOf([
      { Date: '02/11/2026', Narration: 'UPI', Deposit: '1.00', Balance: '1,001.00' },
      { Narration: 'UPI', Balance: '901.00' },
    ])
    expect(parts[1]).toMatchObject({ part: 1, problems: [{ field: 'balance' }] })
  })

  test('stands in both columns is refused', () => {
    const row = { Date: '03/11/2026', Narration: 'UPI', Withdrawal: '100', Deposit: '100' }
    expect(partsOf([row])).toMatchObject([{ problems: [{ code: 'totals_mismatch' }] }])
  })

  test.each([
    { Type: 'DR' },
    { 'Txn Type': 'Debit' },
    { 'Transaction Type': 'Dr' },
    { 'DR|CR': 'DR' },
    { 'Dr/Cr': 'D' },
    { Amount: '-500.00' },
  ])('is beside %j went out', (side: Record<string, string>) => {
    const row = { Date: '03/11/2026', Narration: 'UPI', Amount: '500.00', ...side }
    expect(partsOf([row])[0]).toMatchObject({ voucher: { kind: 'payment' }, problems: [] })
  })

  test.each([{}, { Type: 'UPI' }, { Type: 'D' }, { Type: 'DR', 'DR|CR': 'CR' }])(
    'has no side but %j is refused',
    (side: Record<string, string>) => {
      const row = { Date: '03/11/2026', Narration: 'UPI', Amount: '500.00', ...side }
      expect(partsOf([row])).toMatchObject([
        { part: 0, problems: [{ code: 'totals_mismatch', field: 'amount' }] },
      ])
    },
  )

  const unsigned = [
    { Date: '02/11/2026', Narration: 'UPI', Amount: '100.00', Balance: '900.00' },
    { Date: '03/11/2026', Narration: 'UPI', Amount: '100.00', Balance: '1,000.00' },
    { Date: '04/11/2026', Narration: 'UPI', Amount: '250.00', Balance: '750.00' },
  ]

  test('has no side went where its balance says, whichever row comes first', () => {
    const kindsOf = (rows: typeof unsigned) => partsOf(rows).map(({ voucher }) => voucher?.kind)
    expect(kindsOf(unsigned)).toEqual(['payment', 'receipt', 'payment'])
    expect(kindsOf(unsigned.toReversed())).toEqual(['payment', 'receipt', 'payment'])
  })
})

test('a statement of no rows waits with a reason', () => {
  expect(partsOf([])).toMatchObject([{ part: 0, problems: [{ code: 'totals_mismatch' }] }])
})

test('every row of the demo that moves money is a voucher that balances', () => {
  for (const scan of demoScans('bank_entry')) {
    const account = `bank:${String(scan.data.invoice_metadata['account_no'])}`
    const theirs = shopMappings({ ledgers: { ...ledgers, [account]: 'HDFC Bank' } })
    for (const { voucher, problems } of vouchersOf({ kind: 'scan', scan }, theirs, '2026-11-23')) {
      expect(problems).toEqual([])
      expect(voucher && balanceOf(voucher)).toBe(0)
    }
  }
})
