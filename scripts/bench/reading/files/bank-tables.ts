import { printMoney } from '../../../demo/money.ts'
import type { Movement, Statement } from '../compose/statement.ts'
import type { Kit } from '../kit.ts'
import type { Value } from '../truth.ts'

/* The tables that banks give their customers to download. */

export type Rows = (string | number)[][]

/** The table of one bank. */
export type Table = {
  /** Rows above the headings. */
  before: (kit: Kit, statement: Statement) => Rows
  headings: readonly string[]
  row: (kit: Kit, movement: Movement, at: number) => (string | number)[]
  after: (kit: Kit, statement: Statement) => Rows
  head: (statement: Statement) => Record<string, Value>
  /** The keys that a line has. */
  keys: readonly string[]
}

export const hdfc: Table = {
  before: () => [],
  headings: [
    'Date',
    'Narration',
    'Value Dat',
    'Debit Amount',
    'Credit Amount',
    'Chq/Ref Number',
    'Closing Balance',
  ],
  row: (_, { date, valueDate, narration, side, amount, reference, balance }) => [
    short(date),
    narration,
    short(valueDate),
    side === 'debit' ? plain(amount) : '0.00',
    side === 'credit' ? plain(amount) : '0.00',
    reference,
    plain(balance),
  ],
  after: () => [],
  head: () => ({}),
  keys: ['date', 'narration', 'value_date', 'reference', 'balance'],
}

export const sbi: Table = {
  before: (kit, { holder, account, ifsc, from, to, opening }) => [
    ['Account Name', holder],
    ['Account Number', `_${account}`],
    ['IFS Code', ifsc],
    [`Balance as on ${kit.day(from)}`, printMoney(opening)],
    ['Start Date', kit.day(from)],
    ['End Date', kit.day(to)],
    [],
  ],
  headings: [
    'Txn Date',
    'Value Date',
    'Description',
    'Ref No./Cheque No.',
    'Debit',
    'Credit',
    'Balance',
  ],
  row: (kit, { date, valueDate, narration, reference, side, amount, balance }) => [
    kit.day(date),
    kit.day(valueDate),
    narration,
    reference,
    side === 'debit' ? printMoney(amount) : ' ',
    side === 'credit' ? printMoney(amount) : ' ',
    printMoney(balance),
  ],
  after: () => [['**This is a computer generated statement and does not require a signature']],
  head: ({ holder, account, ifsc, from, to }) => ({
    account_name: holder,
    account_no: [account, `_${account}`],
    ifsc,
    statement_from: from,
    statement_to: to,
  }),
  keys: ['date', 'value_date', 'narration', 'reference', 'balance'],
}

export const icici: Table = {
  before: (kit, { account, holder, from, to }) => [
    ['DETAILED STATEMENT'],
    ['', 'Account Number', `${account} ( INR ) - ${holder}`],
    ['', 'Transaction Date from', `${kit.day(from)} to ${kit.day(to)}`],
    [],
  ],
  headings: [
    'S No.',
    'Value Date',
    'Transaction Date',
    'Cheque Number',
    'Transaction Remarks',
    'Withdrawal Amount (INR )',
    'Deposit Amount (INR )',
    'Balance (INR )',
  ],
  row: (kit, { date, valueDate, narration, reference, side, amount, balance }, at) => [
    at + 1,
    kit.day(valueDate),
    kit.day(date),
    reference === '' ? '-' : reference,
    narration,
    side === 'debit' ? amount / 100 : 0,
    side === 'credit' ? amount / 100 : 0,
    balance / 100,
  ],
  after: () => [['Legends Used in Account Statement'], ['UPI - Unified Payments Interface']],
  head: ({ from, to }) => ({ statement_from: from, statement_to: to }),
  keys: ['value_date', 'date', 'reference', 'narration', 'balance'],
}

/** One column of amounts, and one that says the side. */
export const sided: Table = {
  before: (kit, { holder, account, from, to, opening }) => [
    ['Name', holder],
    ['A/c No', account],
    [`Statement for ${kit.day(from)} to ${kit.day(to)}`],
    ['Opening Balance', plain(opening)],
  ],
  headings: ['Transaction Date', 'Particulars', 'Chq No', 'Amount', 'Dr/Cr', 'Balance'],
  row: (kit, { date, narration, reference, side, amount, balance }) => [
    kit.day(date),
    narration,
    reference,
    plain(amount),
    side === 'debit' ? 'DR' : 'CR',
    plain(balance),
  ],
  after: (_, { closing }) => [['Closing Balance', plain(closing)]],
  head: ({ holder, account, opening, closing }) => ({
    account_name: holder,
    account_no: account,
    opening_balance: opening / 100,
    closing_balance: closing / 100,
  }),
  keys: ['date', 'narration', 'reference', 'balance'],
}

/** Paise as a program writes them: 1234.50. */
function plain(paise: number): string {
  return (paise / 100).toFixed(2)
}

function short(day: string): string {
  const [y = '', m = '', d = ''] = day.split('-')
  return `${d}/${m}/${y.slice(2)}`
}
