import type { Statement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { C } from '../../marks.tsx'
import { amountField } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { type Column, moves, Signed } from './columns.tsx'
import { statementText } from './statement-markup.ts'

const lined = '.moves, .moves td, .moves th { border: 1px solid #777 }'
const open = '.moves th { border-bottom: 1px solid #000; text-align: left }'

/** A young bank: nobody's name has a label, the balances stand in a box below their labels. */
export const idfc: Bank = {
  name: 'statement-idfc',
  code: 'IDFB',
  title: 'IDFC FIRST Bank',
  css: `${open} .box { width: 100%; background: #f1f3f5; margin: 3mm 0 } .box td { text-align: center; padding: 1mm }`,
  head: statementText`
    .heads
      div
        b {account_name}
        SHOP 4 LAXMI ROAD
        PUNE 411030
      entries
        CUSTOMER ID = {customer_id}
        ACCOUNT NUMBER = {account_no}
        IFSC = {ifsc}
        STATEMENT PERIOD = {statement_from} TO {statement_to}
    ${({ kit, statement }) => <Balances kit={kit} statement={statement} />}`,
  columns: moves`date 10 Transaction Date; value_date 10 Value Date; narration 33 Particulars;
    reference 13 Cheque No.; debit 11 Debit; credit 11 Credit; balance 12 Balance`,
  lines: [14, 22],
  balanceRows: 'opening',
  repeatsHeading: true,
}

function Balances({ kit, statement }: { kit: Kit; statement: Statement }) {
  const sum = (which: 'debit' | 'credit') =>
    kit.money(
      statement.movements
        .filter((movement) => movement.side === which)
        .reduce((all, { amount }) => all + amount, 0),
    )
  return (
    <table className="box">
      <tbody>
        <tr>
          {['Opening Balance', 'Total Debit', 'Total Credit', 'Closing Balance'].map((text) => (
            <td key={text}>{text}</td>
          ))}
        </tr>
        <tr className="b">
          <td>{amountField(kit, 'opening_balance', statement.opening)}</td>
          <td>{sum('debit')}</td>
          <td>{sum('credit')}</td>
          <td>{amountField(kit, 'closing_balance', statement.closing)}</td>
        </tr>
      </tbody>
    </table>
  )
}

/** The newest line first, and one column of amounts with a sign. */
export const indusind: Bank = {
  name: 'statement-indusind',
  code: 'INDB',
  title: 'IndusInd Bank',
  css: `${lined} .moves td, .moves th { border-left: 0; border-right: 0 }`,
  head: statementText`
    entries[colon=" :"]
      Customer = {account_name}
      A/C # = {account_no}
      CIF = {customer_id}
      From - To = {statement_from} - {statement_to}
      IFSC / MICR = {ifsc} / {micr}`,
  columns: moves`date 11 Date; narration 41 Transaction Details; reference 16 Ref. No.;
    ${({ kit }) => plusMinus(kit, 'Amount (INR)', 15)}; balance 17 Running Balance`,
  lines: [16, 24],
  isNewestFirst: true,
  repeatsHeading: true,
}

/** What goes out has a minus before it. */
function plusMinus(kit: Kit, heading: string, width: number): Column {
  return {
    heading,
    width,
    className: 'r',
    cell: (movement) => (
      <Signed {...movement}>
        <C k={movement.side} v={movement.amount / 100}>
          {`${movement.side === 'debit' ? '-' : '+'}${kit.money(movement.amount)}`}
        </C>
      </Signed>
    ),
  }
}

/** Each line says in a column of its own what it is and on which side its balance is; labels stand over values. */
export const federal: Bank = {
  name: 'statement-federal',
  code: 'FDRL',
  title: 'FEDERAL BANK',
  css: `${lined} .over td { padding: 1mm 4mm 1mm 0 }`,
  head: statementText`
    Statement of Account for the period {statement_from} to {statement_to}
    table.over
      tbody
        tr
          td* Name | Account Number | Customer Id | IFSC | Branch
        tr.b
          td* {account_name} | {account_no} | {customer_id} | {ifsc} | {branch}`,
  columns: moves`date 9 Date; value_date 9 Value Date; narration 31 Particulars;
    ${{ heading: 'Tran Type', width: 7, cell: () => 'TFR' }}; reference 12 Cheque Details;
    debit 10 Withdrawals; credit 10 Deposits; balance 9 Balance;
    ${{ heading: 'Dr/Cr', width: 3, cell: () => 'Cr' }}`,
  lines: [15, 24],
  repeatsHeading: true,
  foot: statementText`
    .small *** END OF STATEMENT ***`,
}
