import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import type { Bank } from './bank.ts'
import { type Column, moves } from './columns.tsx'
import { statementText } from './statement-markup.ts'

/** A state's bank: the hour beside the day, a code of the branch in each line, the account in a sentence. */
export const canara: Bank = {
  name: 'statement-canara',
  code: 'CNRB',
  title: 'Canara Bank',
  css: '.moves, .moves td, .moves th { border: 1px solid #777 }',
  head: statementText`
    entries
      Customer Id = {customer_id}
      Name = {account_name}
      Branch Name = {branch}
      MICR Code = {micr}
      IFSC Code = {ifsc}
      Opening Balance = {opening_balance in Rs. }
    Statement for A/c {account_no} between {statement_from} and {statement_to}`,
  columns: moves`${({ kit }) => timed(kit, 'Txn Date', 11)}; value_date 9 Value Date; reference 13 Cheque No.;
    narration 28 Description;
    ${{ heading: 'Branch Code', width: 7, cell: () => <C k="branch_code">1184</C> }};
    debit 10 Debit; credit 10 Credit; balance 12 Balance`,
  lines: [12, 18],
  repeatsHeading: true,
  foot: statementText`
    Closing Balance Rs. {closing_balance}`,
}

/** A day with the time of day behind it. */
function timed(kit: Kit, heading: string, width: number): Column {
  return {
    heading,
    width,
    cell: ({ date }, index) => (
      <>
        <C k="date" v={date}>
          {kit.day(date)}
        </C>{' '}
        {`1${index % 10}:0${index % 10}:27`}
      </>
    ),
  }
}

/** The pages of a passbook as a co-operative bank's printer fills them: sums carried forward, no rules, no period. */
export const passbook: Bank = {
  name: 'statement-passbook',
  code: 'PMCB',
  title: 'SHREE MAHAVEER SAHAKARI BANK LTD.',
  css: `.page { font-family: 'Cousine' } .moves th { font-weight: normal; border-top: 1px dashed #000; border-bottom: 1px dashed #000 }`,
  head: statementText`
    BRANCH: {branch} IFSC: {ifsc}
    NAME: {account_name}
    CURRENT A/C NO. {account_no}`,
  columns: moves`date 13 DATE; narration 34 PARTICULARS; reference 15 CHQ NO; debit 12 WITHDRAWALS;
    credit 12 DEPOSITS; balance 14 BALANCE ~Cr`,
  lines: [14, 20],
  balanceRows: 'both',
  repeatsHeading: false,
}
