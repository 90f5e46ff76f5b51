import type { Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { H } from '../../marks.tsx'
import { dateField, entry, type Entry, EntryTable } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { type Column, moves } from './columns.tsx'
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
  columns: moves`${serial}; value_date 10 Value Date; date 10 Transaction Date; reference 14 Cheque Number;
    narration 27 Transaction Remarks; debit 11 Withdrawal Amount (INR );
    credit 11 Deposit Amount (INR ); balance 12 Balance (INR )`,
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
  columns: moves`date 11 Tran Date; reference 15 Chq No; narration 34 Particulars; debit 12 Debit;
    credit 12 Credit; balance 13 Balance`,
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
  columns: moves`date 12 Date; narration 36 Particulars; reference 16 Chq.No.; debit 12 Debit; credit 12 Credit;
    balance 12 Balance ~ Cr`,
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
  columns: moves`reference 15 Txn No.; date 10 Txn Date; narration 33 Description; debit 13 Dr Amount;
    credit 13 Cr Amount; balance 15 Balance ~ Cr.`,
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
  columns: moves`date 12 DATE; narration 38 NARRATION; reference 17 CHQ.NO.; amount 17 AMOUNT ~ Dr/ Cr;
    balance 16 BALANCE ~ Cr`,
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
  columns: moves`${serial}; date 11 Transaction Date; reference 16 Transaction Id; narration 32 Remarks;
    amount 18 Amount(Rs.) ~ (Dr)/ (Cr); balance 18 Balance(Rs.) ~ (Cr)`,
  lines: [16, 24],
  repeatsHeading: true,
}
