import type { Movement } from '../../compose/statement.ts'
import { H } from '../../marks.tsx'
import { amountField, dateField, entry, EntryTable } from '../../parts.tsx'
import type { Bank } from './bank.ts'
import { balance, day, narration, reference, side, signed } from './columns.tsx'

export const sbi: Bank = {
  name: 'statement-sbi',
  code: 'SBIN',
  title: 'STATE BANK OF INDIA',
  css: '.moves, .moves td, .moves th { border: 1px solid #000 } .moves th { font-weight: bold }',
  head: (kit, statement) => (
    <EntryTable
      colon=" :"
      entries={[
        entry('Account Name', <H k="account_name">{statement.holder}</H>),
        entry('Date', dateField(kit, 'statement_date', statement.to)),
        entry('Account Number', <H k="account_no">{statement.account}</H>),
        entry('Branch', <H k="branch">{statement.branch}</H>),
        entry('CIF No.', <H k="customer_id">{statement.customer}</H>),
        entry('IFS Code', <H k="ifsc">{statement.ifsc}</H>),
        entry('MICR Code', <H k="micr">{statement.micr}</H>),
        entry(
          `Balance as on ${kit.day(statement.from)}`,
          amountField(kit, 'opening_balance', statement.opening),
        ),
        entry('Start Date', dateField(kit, 'statement_from', statement.from)),
        entry('End Date', dateField(kit, 'statement_to', statement.to)),
      ]}
    />
  ),
  columns: (kit) => [
    day(kit, 'date', 10, 'Txn Date'),
    day(kit, 'value_date', 10, 'Value Date'),
    narration('Description', 32),
    reference('Ref No./Cheque No.', 14),
    side(kit, 'debit', 'Debit', 11),
    side(kit, 'credit', 'Credit', 11),
    balance(kit, 'Balance', 12),
  ],
  lines: [16, 24],
  repeatsHeading: true,
}

export const hdfc: Bank = {
  name: 'statement-hdfc',
  code: 'HDFC',
  title: 'HDFC BANK LIMITED',
  css: '.moves { border: 1px solid #000 } .moves th { border: 1px solid #000 } .moves td { border-left: 1px solid #000 }',
  head: (kit, statement) => (
    <div className="heads">
      <div>
        <div>
          M/S. <H k="account_name">{statement.holder}</H>
        </div>
        <div>SHOP 4 LAXMI ROAD</div>
        <div>PUNE 411030</div>
        <div>JOINT HOLDERS :</div>
        <div>
          Statement From : {dateField(kit, 'statement_from', statement.from)} To :{' '}
          {dateField(kit, 'statement_to', statement.to)}
        </div>
      </div>
      <EntryTable
        colon=" :"
        entries={[
          entry('Account Branch', <H k="branch">{statement.branch}</H>),
          entry('Cust ID', <H k="customer_id">{statement.customer}</H>),
          entry('Account No', <H k="account_no">{statement.account}</H>),
          entry('RTGS/NEFT IFSC', <H k="ifsc">{statement.ifsc}</H>),
          entry('MICR', <H k="micr">{statement.micr}</H>),
        ]}
      />
    </div>
  ),
  columns: (kit) => [
    day(kit, 'date', 9, 'Date'),
    narration('Narration', 33),
    reference('Chq./Ref.No.', 16),
    day(kit, 'value_date', 9, 'Value Dt'),
    side(kit, 'debit', 'Withdrawal Amt.', 11),
    side(kit, 'credit', 'Deposit Amt.', 11),
    balance(kit, 'Closing Balance', 11),
  ],
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
  head: (kit, statement) => {
    const entries = [
      entry(
        'Period',
        <>
          {dateField(kit, 'statement_from', statement.from)} To{' '}
          {dateField(kit, 'statement_to', statement.to)}
        </>,
      ),
      entry('Cust.Reln.No', <H k="customer_id">{statement.customer}</H>),
      entry('Account No', <H k="account_no">{statement.account}</H>),
      entry('Currency', <H k="currency">INR</H>),
      entry('Branch', <H k="branch">{statement.branch}</H>),
      entry('IFSC Code', <H k="ifsc">{statement.ifsc}</H>),
    ]
    return (
      <div className="heads">
        <div>
          <div>
            <H k="account_name">{statement.holder}</H>
          </div>
          <div>SHOP 4, LAXMI ROAD</div>
          <div>PUNE - 411030</div>
        </div>
        <EntryTable entries={entries} colon=" :" />
      </div>
    )
  },
  columns: (kit) => [
    day(kit, 'date', 11, 'Date'),
    narration('Narration', 38),
    reference('Chq/Ref No', 18),
    signed(kit, 'Withdrawal (Dr)/ Deposit (Cr)', 17, (which) =>
      which === 'debit' ? '(Dr)' : '(Cr)',
    ),
    balance(kit, 'Balance', 16, '(Cr)'),
  ],
  lines: [20, 30],
  balanceRows: 'opening',
  repeatsHeading: true,
}
