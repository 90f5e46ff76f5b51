import { Also, C } from '../../marks.tsx'
import type { Kit } from '../../kit.ts'
import type { Bank } from './bank.ts'
import { balance, type Column, day, narration, reference } from './columns.tsx'
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
  columns: (kit) => [
    { heading: 'S.No', width: 5, cell: (_, index) => String(index + 1) },
    day(kit, 'date', 11, 'Date'),
    reference('Ref/Chq', 14),
    narration('Remarks', 36),
    { heading: 'Dr/Cr', width: 6, cell: ({ side }) => (side === 'debit' ? 'Dr' : 'Cr') },
    amount(kit),
    balance(kit, 'Balance', 14),
  ],
  lines: [14, 22],
  repeatsHeading: true,
  foot: statementText`
    entries
      Opening Balance = {opening_balance}
      Closing Balance = {closing_balance}`,
}

function amount(kit: Kit): Column {
  return {
    heading: 'Amount',
    width: 14,
    className: 'r',
    cell: ({ side, amount: paise }) => (
      <>
        <C k={side} v={paise / 100}>
          {kit.money(paise)}
        </C>
        <Also of="line" fields={{ amount: paise / 100, dr_cr: side === 'debit' ? 'DR' : 'CR' }} />
      </>
    ),
  }
}
