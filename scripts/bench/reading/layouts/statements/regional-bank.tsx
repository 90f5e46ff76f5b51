import type { Bank } from './bank.ts'
import { moves } from './columns.tsx'
import { statementText } from './statement-markup.ts'

/** A regional bank: a serial number first, which side a row is on before its amount, balances at the foot. */
export const sideFirst: Bank = {
  name: 'statement-side-first',
  code: 'KVBL',
  title: 'Godavari Grameen Bank',
  css: '.moves, .moves td, .moves th { border: 1px solid #444 }',
  head: statementText`
    .c.b STATEMENT OF ACCOUNT
    .heads
      entries[colon=:]
        Name of Customer = {account_name}
        Account Number = {account_no}
        Customer Number = {customer_id}
      entries[colon=:]
        From Date = {statement_from}
        To Date = {statement_to}
        IFSC = {ifsc}`,
  columns: moves`${{ heading: 'S.No', width: 5, cell: (_, index) => String(index + 1) }}; date 11 Date;
    reference 14 Ref/Chq; narration 36 Remarks;
    ${{ heading: 'Dr/Cr', width: 6, cell: ({ side }) => (side === 'debit' ? 'Dr' : 'Cr') }};
    amount 14 Amount; balance 14 Balance`,
  lines: [14, 22],
  repeatsHeading: true,
  foot: statementText`
    entries
      Opening Balance = {opening_balance}
      Closing Balance = {closing_balance}`,
}
