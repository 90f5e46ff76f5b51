import type { Movement } from '../../compose/statement.ts'
import type { Kit } from '../../kit.ts'
import { Also, C } from '../../marks.tsx'
import type { Bank } from '../statements/bank.ts'
import { type Column, moves, type Source } from '../statements/columns.tsx'
import { statementText } from '../statements/statement-markup.ts'

/** Each entry takes two rows: days and amounts, and below them what it was over the whole width. */
const twoRows: Bank = {
  name: 'statement-two-rows',
  code: 'DLXB',
  title: 'Dakshin Bank Limited',
  css: `.moves tr[data-line] td { border-top: 1px solid #aaa } .moves th { border-top: 2px solid #004b87; text-align: left }`,
  head: statementText`
    Account statement for {statement_from} to {statement_to}
    .heads
      entries
        Customer name = {account_name}
        Account = {account_no}
      entries
        Customer ID = {customer_id}
        IFSC code = {ifsc}`,
  columns: moves`date 16 Posted on; value_date 16 Value on; reference 23 Instrument / UTR; debit 14 Paid out;
    credit 14 Paid in; balance 17 Balance`,
  below: ({ narration: text }) => <C k="narration">{text}</C>,
  lines: [12, 16],
  balanceRows: 'both',
  repeatsHeading: true,
}

/** A small finance bank: a dash where nothing was paid, a sign of the rupee before each amount, "Cr" behind the balance. */
const dashes: Bank = {
  name: 'statement-dashes',
  code: 'AUBL',
  title: 'Aravalli Small Finance Bank',
  css: `.moves th { background: #5b2c83; color: #fff; padding: 1.2mm 1mm } .moves td { border-bottom: 1px solid #ddd } .boxes td { background: #f4eefa; padding: 1mm 2mm } .boxes .label { color: #5b2c83 }`,
  head: statementText`
    .heads
      div
        b {account_name}
        SHOP 4, LAXMI ROAD, PUNE 411030
      entries[colon=" :"]
        Account Number = {account_no}
        CIF Number = {customer_id}
        IFSC Code = {ifsc}
        MICR Code = {micr}
        Statement Period = {statement_from} to {statement_to}
    boxes[across=2]
      Opening Balance = {opening_balance in ₹ }
      Closing Balance = {closing_balance in ₹ }`,
  columns: moves`date 11 Transaction Date; value_date 10 Value Date; narration 32 Description / Narration;
    reference 13 Chq. / Ref. No.; ${({ kit }) => dashed(kit, 'debit', 'Debit (₹)')};
    ${({ kit }) => dashed(kit, 'credit', 'Credit (₹)')}; balance 14 Balance (₹) ~ Cr`,
  lines: [13, 20],
  repeatsHeading: true,
}

function dashed(kit: Kit, key: Movement['side'], heading: string): Column {
  return {
    heading,
    width: 10,
    className: 'r',
    cell: (movement) =>
      movement.side === key ? (
        <C k={key} v={movement.amount / 100}>{`₹${kit.money(movement.amount)}`}</C>
      ) : (
        '-'
      ),
  }
}

/** A bank from abroad: the balance stands in the last line of each day alone, what was done in words before it. */
const balanceOnce: Bank = {
  name: 'statement-balance-once',
  code: 'HSBC',
  title: 'Harbour Overseas Bank',
  css: `.moves th { text-align: left; border-top: 2px solid #b00; border-bottom: 1px solid #b00 } .moves td { padding-top: 1.2mm }`,
  head: statementText`
    entries
      Account name = {account_name}
      Account number = {account_no}
      IFS code = {ifsc}
      Statement period = {statement_from} to {statement_to}
    b Your current account details`,
  columns: moves`date 13 Date; narration 34 Transaction details; reference 14 Reference; credit 13 Deposits;
    debit 13 Withdrawals; ${lastOfDay}`,
  lines: [14, 20],
  balanceRows: 'both',
  repeatsHeading: true,
}

/** Who works the others out is right as well. */
function lastOfDay({ kit, statement: { movements } }: Source): Column {
  const lasts = new Set(movements.filter(({ date }, at) => movements[at + 1]?.date !== date))
  return {
    heading: 'Balance',
    width: 13,
    className: 'r',
    cell: (movement) => {
      const rupees = movement.balance / 100
      if (!lasts.has(movement)) return <Also of="line" fields={{ balance: rupees }} />
      return (
        <C k="balance" v={rupees}>
          {kit.money(movement.balance)}
        </C>
      )
    },
  }
}

/** Days without their year, each month below a line of its own. */
const monthRows: Bank = {
  name: 'statement-month-rows',
  code: 'DBSS',
  title: 'Straits Bank India',
  css: `.moves th { border-bottom: 1px solid #000; text-align: left } .moves td[colspan] { font-weight: bold; padding-top: 2mm }`,
  head: statementText`
    .heads
      div
        b {account_name}
        Business Current Account
        No. {account_no}
      div
        Statement of account
        {statement_from} to {statement_to}
        IFSC {ifsc}`,
  columns: moves`${() => dayOfMonth}; narration 38 Details; reference 15 Cheque/Ref; debit 13 Debit; credit 13 Credit;
    balance 14 Balance`,
  above: ({ date }, before) =>
    before?.date.slice(0, 7) === date.slice(0, 7) ? null : monthOf(date),
  lines: [14, 20],
  repeatsHeading: true,
}

const dayOfMonth: Column = {
  heading: 'Date',
  width: 7,
  cell: ({ date }) => (
    <C k="date" v={date}>
      {`${date.slice(8)} ${new Date(date).toLocaleDateString('en-US', { month: 'short' })}`}
    </C>
  ),
}

function monthOf(date: string): string {
  return new Date(date).toLocaleDateString('en-GB', { month: 'long', year: 'numeric' })
}

/** A society that lends to its members: vouchers, "To" and "By" before what was paid, headings in Marathi words. */
const society: Bank = {
  name: 'statement-society',
  code: 'MSCI',
  title: 'Jai Bhavani Nagari Sahakari Patsanstha Maryadit',
  css: `.page { font-family: 'Cousine' } .moves, .moves td, .moves th { border-left: 1px solid #000; border-right: 1px solid #000 } .moves th { border: 1px solid #000 } .moves { border: 1px solid #000 }`,
  head: statementText`
    .c ACCOUNT EXTRACT (KHATE UTARA)
    Shri/Smt/M/s : {account_name}
    Current A/c No : {account_no} Member No : {customer_id} Branch : {branch}
    Extract from {statement_from} till {statement_to}`,
  columns: moves`date 12 Date; ${{ heading: 'Vr.No', width: 7, cell: (_, index) => String(201 + index * 4) }};
    ${() => toOrBy}; reference 14 Chq No; debit 12 Nave (Dr); credit 12 Jama (Cr); balance 13 Shillak`,
  lines: [16, 22],
  balanceRows: 'both',
  repeatsHeading: true,
}

const toOrBy: Column = {
  heading: 'Particulars',
  width: 30,
  cell: ({ side: which, narration: text }) => {
    const printed = `${which === 'debit' ? 'To' : 'By'} ${text}`
    return (
      <C k="narration" v={[printed, text]}>
        {printed}
      </C>
    )
  },
}

/** Nobody tunes a reader to them. */
export const heldOutBanks: readonly Bank[] = [twoRows, dashes, balanceOnce, monthRows, society]
