import type { Movement } from '../../compose/statement.ts'
import { amountField } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { moves } from './columns.tsx'
import { statementText } from './statement-markup.ts'

export const sbi: Bank = {
  name: 'statement-sbi',
  code: 'SBIN',
  title: 'STATE BANK OF INDIA',
  css: '.moves, .moves td, .moves th { border: 1px solid #000 } .moves th { font-weight: bold }',
  head: statementText`
    entries[colon=" :"]
      Account Name = {account_name}
      Date = {statement_date=to}
      Account Number = {account_no}
      Branch = {branch}
      CIF No. = {customer_id}
      IFS Code = {ifsc}
      MICR Code = {micr}
      Balance as on {day from} = {opening_balance}
      Start Date = {statement_from}
      End Date = {statement_to}`,
  columns: moves`date 10 Txn Date; value_date 10 Value Date; narration 32 Description;
    reference 14 Ref No./Cheque No.; debit 11 Debit; credit 11 Credit; balance 12 Balance`,
  lines: [16, 24],
  repeatsHeading: true,
}

export const hdfc: Bank = {
  name: 'statement-hdfc',
  code: 'HDFC',
  title: 'HDFC BANK LIMITED',
  css: '.moves { border: 1px solid #000 } .moves th { border: 1px solid #000 } .moves td { border-left: 1px solid #000 }',
  head: statementText`
    .heads
      div
        M/S. {account_name}
        SHOP 4 LAXMI ROAD
        PUNE 411030
        JOINT HOLDERS :
        Statement From : {statement_from} To : {statement_to}
      entries[colon=" :"]
        Account Branch = {branch}
        Cust ID = {customer_id}
        Account No = {account_no}
        RTGS/NEFT IFSC = {ifsc}
        MICR = {micr}`,
  columns: moves`date 9 Date; narration 33 Narration; reference 16 Chq./Ref.No.; value_date 9 Value Dt;
    debit 11 Withdrawal Amt.; credit 11 Deposit Amt.; balance 11 Closing Balance`,
  lines: [18, 26],
  repeatsHeading: true,
  foot: (kit, statement) => {
    const of = (wanted: 'debit' | 'credit') =>
      statement.movements.filter((movement) => movement.side === wanted)
    const sum = (movements: readonly Movement[]) =>
      kit.money(movements.reduce((all, { amount }) => all + amount, 0))
    return (
      <div style={{ marginTop: '5mm' }}>
        <div className="b">STATEMENT SUMMARY :-</div>
        <table>
          <thead>
            <tr>
              {['Opening Balance', 'Dr Count', 'Cr Count', 'Debits', 'Credits', 'Closing Bal'].map(
                (text) => (
                  <th key={text} style={{ padding: '0 3mm' }}>
                    {text}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            <tr className="c">
              <td>{amountField(kit, 'opening_balance', statement.opening)}</td>
              <td>{of('debit').length}</td>
              <td>{of('credit').length}</td>
              <td>{sum(of('debit'))}</td>
              <td>{sum(of('credit'))}</td>
              <td>{amountField(kit, 'closing_balance', statement.closing)}</td>
            </tr>
          </tbody>
        </table>
        <div>
          Generated On: 21-Nov-2026. This is a computer generated statement and does not require
          signature.
        </div>
      </div>
    )
  },
}

export const kotak: Bank = {
  name: 'statement-kotak',
  code: 'KKBK',
  title: 'Kotak Mahindra Bank',
  css: '.moves th { border-top: 1px solid #000; border-bottom: 1px solid #000; text-align: left } .moves td { border-bottom: 0.5px solid #ddd }',
  head: statementText`
    .heads
      div
        {account_name}
        SHOP 4, LAXMI ROAD
        PUNE - 411030
      entries[colon=" :"]
        Period = {statement_from} To {statement_to}
        Cust.Reln.No = {customer_id}
        Account No = {account_no}
        Currency = {currency: INR}
        Branch = {branch}
        IFSC Code = {ifsc}`,
  columns: moves`date 11 Date; narration 38 Narration; reference 18 Chq/Ref No;
    amount 17 Withdrawal (Dr)/ Deposit (Cr) ~(Dr)/(Cr); balance 16 Balance ~(Cr)`,
  lines: [20, 30],
  balanceRows: 'opening',
  repeatsHeading: true,
}
