import { Fragment, type ReactNode } from 'react'
import { composeStatement, type Movement, type Statement } from '../compose/statement.ts'
import type { Kit } from '../kit.ts'
import { Also, H, Page, PaperDocument } from '../marks.tsx'
import { amountField } from '../parts.tsx'
import { type Layout, paginate, sheetOf } from './layout.ts'
import { heldOutBanks } from './held-out/held-out-banks.tsx'
import { cashCredit, moneyInOut, onceADay } from './statements/accounts.tsx'
import type { Bank } from './statements/bank.ts'
import type { Column } from './statements/columns.tsx'
import { hdfc, kotak, sbi } from './statements/large-banks.tsx'
import { axis, baroda, cooperative, icici, punjab, union } from './statements/other-banks.tsx'
import { federal, idfc, indusind } from './statements/private-banks.tsx'
import { sideFirst } from './statements/regional-bank.tsx'
import { canara, passbook } from './statements/state-banks.tsx'

/* Statements of account, each as one bank prints it. */

export const statementLayouts: readonly Layout[] = [
  sbi,
  hdfc,
  kotak,
  icici,
  axis,
  cooperative,
  punjab,
  baroda,
  union,
  canara,
  passbook,
  idfc,
  indusind,
  federal,
  onceADay,
  cashCredit,
  moneyInOut,
  sideFirst,
].map(statementLayout)

/** Nobody tunes a reader to them. */
export const heldOutStatements: readonly Layout[] = heldOutBanks.map(statementLayout)

const base = `.page { padding: 10mm 8mm } table.moves { width: 100%; table-layout: fixed; font-size: 7.5pt }
  .moves td, .moves th { padding: 0.8mm 1mm; overflow-wrap: anywhere }
  .heads { display: flex; justify-content: space-between; margin-bottom: 4mm }
  .number { font-size: 7pt; margin-top: 3mm } .bank { font-size: 14pt; font-weight: bold }
  .entries td { padding-right: 3mm }`

function statementLayout(bank: Bank): Layout {
  return {
    name: bank.name,
    kind: 'statement',
    make(kit) {
      const statement = lowered(composeStatement(kit.random, bank.code, [6, 60]), bank.lowered)
      const { movements: oldestFirst } = statement
      const printed = bank.isNewestFirst === true ? oldestFirst.toReversed() : oldestFirst
      const pages = paginate(printed, ...bank.lines)
      const columns = bank.columns(kit, statement)
      return sheetOf(
        kit,
        <PaperDocument category="bank_entry" kind="bank statement">
          {pages.map((movements, at) => (
            <StatementPage
              key={at}
              {...{ kit, bank, statement, columns, movements, at }}
              pages={pages.length}
            />
          ))}
          <StatementFacts bank={bank} statement={statement} />
        </PaperDocument>,
        `${base} ${bank.css}`,
        { size: 8.5, also: ['Cousine'] },
      )
    },
  }
}

function lowered(statement: Statement, by = 0): Statement {
  return {
    ...statement,
    opening: statement.opening - by,
    closing: statement.closing - by,
    movements: statement.movements.map((movement) => ({
      ...movement,
      balance: movement.balance - by,
    })),
  }
}

type StatementPage = {
  kit: Kit
  bank: Bank
  statement: Statement
  columns: readonly Column[]
  movements: readonly Movement[]
  at: number
  pages: number
}

function StatementPage({ at, pages, ...printed }: StatementPage) {
  const { kit, bank, statement, columns } = printed
  const isLast = at === pages - 1
  return (
    <Page>
      {at === 0 ? (
        <>
          <div className="bank">
            <H k="bank_name">{bank.title}</H>
          </div>
          {bank.head(kit, statement)}
        </>
      ) : null}
      <table className="moves">
        <colgroup>
          {columns.map(({ width }, column) => (
            <col key={column} style={{ width: `${width}%` }} />
          ))}
        </colgroup>
        {at === 0 || bank.repeatsHeading ? <Headings columns={columns} /> : null}
        <Rows {...printed} isFirst={at === 0} isLast={isLast} />
      </table>
      {isLast ? bank.foot?.(kit, statement) : null}
      <div className="c number">
        Page {at + 1} of {pages}
      </div>
    </Page>
  )
}

function Headings({ columns }: { columns: readonly Column[] }) {
  return (
    <thead>
      <tr>
        {columns.map(({ heading, className }, at) => (
          <th key={at} className={className ?? 'l'}>
            {heading}
          </th>
        ))}
      </tr>
    </thead>
  )
}

type Rows = Omit<StatementPage, 'at' | 'pages'> & { isFirst: boolean; isLast: boolean }

function Rows({ kit, bank, statement, columns, movements, isFirst, isLast }: Rows) {
  const opening = amountField(kit, 'opening_balance', statement.opening)
  const closing = amountField(kit, 'closing_balance', statement.closing)
  return (
    <tbody>
      {isFirst && bank.balanceRows !== undefined ? (
        <BalanceRow
          columns={columns}
          label={kit.say('OPENING BALANCE|B/F|Opening Balance')}
          value={opening}
        />
      ) : null}
      {movements.map((movement, index) => (
        <Fragment key={index}>
          <FreeRow columns={columns}>{bank.above?.(movement, movements[index - 1])}</FreeRow>
          <tr data-line="">
            {columns.map(({ className, cell }, column) => (
              <td key={column} className={className ?? 'l'}>
                {cell(movement, index)}
              </td>
            ))}
          </tr>
          <FreeRow columns={columns}>{bank.below?.(movement)}</FreeRow>
        </Fragment>
      ))}
      {isLast && bank.balanceRows === 'both' ? (
        <BalanceRow
          columns={columns}
          label={kit.say('CLOSING BALANCE|C/F|Closing Balance')}
          value={closing}
        />
      ) : null}
    </tbody>
  )
}

/** Text over all columns, where there is any. */
function FreeRow({ columns, children }: { columns: readonly Column[]; children: ReactNode }) {
  if (children === undefined || children === null) return null
  return (
    <tr>
      <td colSpan={columns.length}>{children}</td>
    </tr>
  )
}

function StatementFacts({ bank, statement }: { bank: Bank; statement: Statement }) {
  const fields = {
    bank_name: bank.title,
    opening_balance: statement.opening / 100,
    closing_balance: statement.closing / 100,
    balance: statement.closing / 100,
    statement_from: statement.from,
    statement_to: statement.to,
    currency: 'INR',
    account_name: statement.holder,
  }
  return <Also of="head" fields={fields} />
}

function BalanceRow({
  columns,
  label,
  value,
}: {
  columns: readonly Column[]
  label: string
  value: ReactNode
}) {
  const widest = Math.max(...columns.map(({ width }) => width))
  return (
    <tr>
      {columns.map(({ className, width }, at) => (
        <td key={at} className={className ?? 'l'}>
          {width === widest ? label : null}
          {at === columns.length - 1 ? value : null}
        </td>
      ))}
    </tr>
  )
}
