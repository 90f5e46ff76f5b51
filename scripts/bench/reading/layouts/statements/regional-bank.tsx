import { Also, C, H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import type { Kit } from '../../kit.ts'
import type { Bank } from './bank.ts'
import { balance, type Column, day, narration, reference } from './columns.tsx'

/** A regional bank: a serial number first, which side a row is on before its amount, balances at the foot. */
export const sideFirst: Bank = {
  name: 'statement-side-first',
  code: 'KVBL',
  title: 'Godavari Grameen Bank',
  css: '.moves, .moves td, .moves th { border: 1px solid #444 }',
  head: (kit, statement) => (
    <>
      <div className="c b">STATEMENT OF ACCOUNT</div>
      <div className="heads">
        <EntryTable
          colon=":"
          entries={[
            entry('Name of Customer', <H k="account_name">{statement.holder}</H>),
            entry('Account Number', <H k="account_no">{statement.account}</H>),
            entry('Customer Number', <H k="customer_id">{statement.customer}</H>),
          ]}
        />
        <EntryTable
          colon=":"
          entries={[
            entry('From Date', dateField(kit, 'statement_from', statement.from)),
            entry('To Date', dateField(kit, 'statement_to', statement.to)),
            entry('IFSC', <H k="ifsc">{statement.ifsc}</H>),
          ]}
        />
      </div>
    </>
  ),
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
  foot: (kit, statement) => (
    <EntryTable
      entries={[
        entry('Opening Balance', amountField(kit, 'opening_balance', statement.opening)),
        entry('Closing Balance', amountField(kit, 'closing_balance', statement.closing)),
      ]}
    />
  ),
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
