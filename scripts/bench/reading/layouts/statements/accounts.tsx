import type { Movement, Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'
import { amountField, entry, EntryTable } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { type Column, moves } from './columns.tsx'
import { statementText } from './statement-markup.ts'

/** A foreign bank: the day stands only in the first line of each, and what an account holds in words over values. */
export const onceADay: Bank = {
  name: 'statement-once-a-day',
  code: 'SCBL',
  title: 'Standard Overseas Bank',
  css: `.moves th { text-align: left; border-bottom: 2px solid #006a4d } .boxes td { border-left: 2px solid #006a4d; padding: 1mm 2mm } .boxes .label { color: #666 }`,
  head: statementText`
    boxes[across=4]
      ACCOUNT HOLDER = {account_name}
      ACCOUNT NO. = {account_no}
      STATEMENT FROM = {statement_from}
      STATEMENT TO = {statement_to}
      BRANCH = {branch}
      IFSC = {ifsc}
      CURRENCY = {currency: INR}
      TYPE = CURRENT ACCOUNT`,
  columns: moves`${({ kit }) => dayOnce(kit)}; narration 38 Description; reference 12 Cheque; credit 12 Deposit;
    debit 12 Withdrawal; balance 14 Balance`,
  lines: [14, 20],
  balanceRows: 'both',
  repeatsHeading: true,
}

/** Who fills in the day where it is left out is right as well. */
function dayOnce(kit: Kit): Column {
  let last = ''
  return {
    heading: 'Date',
    width: 12,
    cell: ({ date }: Movement) => {
      const isNew = date !== last
      last = date
      if (!isNew) return <Also of="line" fields={{ date }} />
      return (
        <C k="date" v={date}>
          {kit.day(date)}
        </C>
      )
    },
  }
}

/** What may be owed, in paise. */
const limit = 8_000_000_00

/** A cash credit account: it owes, each balance says so, and the limit stands beside the balances. */
export const cashCredit: Bank = {
  name: 'statement-cash-credit',
  code: 'BKID',
  title: 'BANK OF HINDUSTAN',
  css: `.moves td, .moves th { border-left: 1px solid #000; border-right: 1px solid #000 } .moves { border: 1px solid #000 } .moves th { border-bottom: 1px solid #000 }`,
  head: statementText`
    .heads
      entries[colon=" :"]
        A/c Name = {account_name}
        A/c No = {account_no}
        A/c Type = CASH CREDIT (HYP)
        IFSC = {ifsc}
      entries[colon=" :"]
        Cust ID = {customer_id}
        Sanction Limit = ${({ kit }) => kit.money(limit)}
        Drawing Power = ${({ kit }) => kit.money(limit * 0.9)}
        Int. Rate = 10.65% p.a.
    .c ACCOUNT STATEMENT FROM {statement_from} TO {statement_to}`,
  columns: moves`date 9 Tran Date; value_date 9 Value Dt; narration 32 Tran Particulars; reference 12 Instr. No;
    debit 12 Dr Amount; credit 12 Cr Amount; ${({ kit }) => owed(kit, 'Balance', 14)}`,
  lines: [14, 22],
  lowered: limit,
  repeatsHeading: true,
}

function owed(kit: Kit, heading: string, width: number): Column {
  return {
    heading,
    width,
    className: 'r',
    cell: ({ balance: paise }) => (
      <C k="balance" v={paise / 100}>
        {`${kit.money(Math.abs(paise))}${paise < 0 ? ' Dr' : ' Cr'}`}
      </C>
    ),
  }
}

/** A payments bank's application: money out and in, the time below the day, a summary at the end. */
export const moneyInOut: Bank = {
  name: 'statement-money-in-out',
  code: 'PYTM',
  title: 'Chalo Payments Bank Limited',
  css: `.moves th { background: #002e6e; color: #fff; padding: 1.5mm 1mm } .moves td { border-bottom: 1px solid #ccd; padding: 1.2mm 1mm } .time { color: #777 }`,
  head: statementText`
    h2 {account_name}
    Account no. {account_no} · IFSC {ifsc} · MICR {micr}
    .heads
      span {statement_from} - {statement_to}
      span Opening Balance ₹{opening_balance}`,
  columns: moves`${({ kit }) => timed(kit)}; narration 36 Transaction Details; reference 15 Transaction ID;
    debit 12 Money Out (₹); credit 12 Money In (₹); balance 13 Closing Balance (₹)`,
  lines: [12, 17],
  repeatsHeading: true,
  foot: statementText`
    ${({ kit, statement }) => <Summary kit={kit} statement={statement} />}`,
}

function timed(kit: Kit): Column {
  return {
    heading: 'Date & Time',
    width: 12,
    cell: ({ date }, index) => (
      <>
        <C k="date" v={date}>
          {kit.day(date)}
        </C>
        <div className="time">{`${1 + (index % 11)}:${10 + (index % 49)} PM`}</div>
      </>
    ),
  }
}

function Summary({ kit, statement }: { kit: Kit; statement: Statement }) {
  const sum = (which: Movement['side']) =>
    statement.movements
      .filter((movement) => movement.side === which)
      .reduce((all, { amount }) => all + amount, 0)
  return (
    <EntryTable
      entries={[
        entry('Total Money Out', kit.money(sum('debit'))),
        entry('Total Money In', kit.money(sum('credit'))),
        entry('Balance on last day', amountField(kit, 'closing_balance', statement.closing)),
      ]}
    />
  )
}
