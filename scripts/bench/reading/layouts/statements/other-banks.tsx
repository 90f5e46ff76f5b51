import type { Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, entry, type Entry, EntryTable } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { balance, type Column, day, narration, reference, side, signed } from './columns.tsx'
import { statementText } from './statement-markup.ts'

const lined =
  '.moves, .moves td, .moves th { border: 1px solid #555 } .moves th { background: #eee }'
const open =
  '.moves th { border-bottom: 1px solid #000; border-top: 1px solid #000; text-align: left }'

function account(statement: Statement, words: Record<string, string>): Entry[] {
  return [
    entry(words['account'] ?? 'Account No', <H k="account_no">{statement.account}</H>),
    entry(words['holder'] ?? 'Name', <H k="account_name">{statement.holder}</H>),
    entry(words['customer'] ?? 'Customer ID', <H k="customer_id">{statement.customer}</H>),
    entry(words['ifsc'] ?? 'IFSC Code', <H k="ifsc">{statement.ifsc}</H>),
    entry(words['micr'] ?? 'MICR Code', <H k="micr">{statement.micr}</H>),
  ]
}

function period(kit: Kit, { from, to }: Statement, before: string, between: string) {
  return (
    <div>
      {before} {dateField(kit, 'statement_from', from)} {between}{' '}
      {dateField(kit, 'statement_to', to)}
    </div>
  )
}

const serial: Column = {
  heading: 'S No.',
  width: 5,
  className: 'c',
  cell: (_, index) => String(index + 1),
}

export const icici: Bank = {
  name: 'statement-icici',
  code: 'ICIC',
  title: 'ICICI Bank',
  css: lined,
  head: statementText`
    .b DETAILED STATEMENT
    entries[colon=:]
      ${({ statement }) => account(statement, { account: 'Account Number', holder: 'Account Name' })}
    ${({ kit, statement }) => period(kit, statement, 'Transaction Period: From', 'To')}`,
  columns: (kit) => [
    serial,
    day(kit, 'value_date', 10, 'Value Date'),
    day(kit, 'date', 10, 'Transaction Date'),
    reference('Cheque Number', 14),
    narration('Transaction Remarks', 27),
    side(kit, 'debit', 'Withdrawal Amount (INR )', 11),
    side(kit, 'credit', 'Deposit Amount (INR )', 11),
    balance(kit, 'Balance (INR )', 12),
  ],
  lines: [15, 22],
  repeatsHeading: false,
}

export const axis: Bank = {
  name: 'statement-axis',
  code: 'UTIB',
  title: 'AXIS BANK',
  css: lined,
  head: statementText`
    {account_name}
    SHOP 4 LAXMI ROAD PUNE 411030
    entries[colon=" :"]
      ${({ statement }) =>
        account(statement, { holder: 'Registered Name' }).filter(
          ({ label }) => label !== 'Registered Name',
        )}
    ${({ kit, statement }) => period(kit, statement, 'Statement of Axis Account for the period (From :', 'To :')}`,
  columns: (kit) => [
    day(kit, 'date', 11, 'Tran Date'),
    reference('Chq No', 15),
    narration('Particulars', 34),
    side(kit, 'debit', 'Debit', 12),
    side(kit, 'credit', 'Credit', 12),
    balance(kit, 'Balance', 13),
  ],
  lines: [17, 25],
  balanceRows: 'both',
  repeatsHeading: false,
}

export const cooperative: Bank = {
  name: 'statement-cooperative',
  code: 'JSBP',
  title: 'JANSEVA NAGARI SAHAKARI BANK LTD., PUNE',
  css: `${open} .page { font-family: 'Cousine' }`,
  head: statementText`
    Branch : {branch}
    entries[colon=" :"]
      ${({ statement }) =>
        account(statement, {
          account: 'A/c No',
          holder: 'A/c Name',
          customer: 'Cust Id',
          ifsc: 'IFSC',
        })}
    ${({ kit, statement }) => period(kit, statement, 'Account Statement From', 'To')}`,
  columns: (kit) => [
    day(kit, 'date', 12, 'Date'),
    narration('Particulars', 36),
    reference('Chq.No.', 16),
    side(kit, 'debit', 'Debit', 12),
    side(kit, 'credit', 'Credit', 12),
    balance(kit, 'Balance', 12, ' Cr'),
  ],
  lines: [18, 26],
  balanceRows: 'both',
  repeatsHeading: true,
}

export const punjab: Bank = {
  name: 'statement-pnb',
  code: 'PUNB',
  title: 'Punjab National Bank',
  css: lined,
  head: (kit, statement) => (
    <>
      {period(kit, statement, 'Account Statement for period', 'to')}
      <EntryTable
        entries={account(statement, {
          account: 'Account Number:',
          holder: 'Customer Name:',
          customer: 'Customer Id:',
          ifsc: 'IFSC Code:',
          micr: 'MICR Code:',
        })}
      />
    </>
  ),
  columns: (kit) => [
    reference('Txn No.', 15),
    day(kit, 'date', 10, 'Txn Date'),
    narration('Description', 33),
    side(kit, 'debit', 'Dr Amount', 13),
    side(kit, 'credit', 'Cr Amount', 13),
    balance(kit, 'Balance', 15, ' Cr.'),
  ],
  lines: [16, 24],
  repeatsHeading: true,
}

export const baroda: Bank = {
  name: 'statement-bob',
  code: 'BARB',
  title: 'Bank of Baroda',
  css: open,
  head: statementText`
    entries[colon=" :"]
      ${({ statement }) =>
        account(statement, {
          holder: 'Account Holder Name',
          account: 'Account Number',
        })}
    ${({ kit, statement }) => period(kit, statement, 'Statement of transactions from', 'to')}
    Opening Balance : {opening_balance}`,
  columns: (kit) => [
    day(kit, 'date', 12, 'DATE'),
    narration('NARRATION', 38),
    reference('CHQ.NO.', 17),
    signed(kit, 'AMOUNT', 17, (which) => (which === 'debit' ? ' Dr' : ' Cr')),
    balance(kit, 'BALANCE', 16, ' Cr'),
  ],
  lines: [18, 27],
  repeatsHeading: true,
  foot: statementText`
    Closing Balance : {closing_balance}`,
}

export const union: Bank = {
  name: 'statement-union',
  code: 'UBIN',
  title: 'Union Bank of India',
  css: lined,
  head: statementText`
    .heads
      entries
        ${({ statement }) => account(statement, { holder: 'Account Name', account: 'Account Number' })}
      ${({ kit, statement }) => period(kit, statement, 'Statement Period From', 'To')}`,
  columns: (kit) => [
    serial,
    day(kit, 'date', 11, 'Transaction Date'),
    reference('Transaction Id', 16),
    narration('Remarks', 32),
    signed(kit, 'Amount(Rs.)', 18, (which) => (which === 'debit' ? ' (Dr)' : ' (Cr)')),
    balance(kit, 'Balance(Rs.)', 18, ' (Cr)'),
  ],
  lines: [16, 24],
  repeatsHeading: true,
}
