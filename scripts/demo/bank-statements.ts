import { day, hour, indiaMidnight } from '../../src/cli/demo/dates.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import type { RawDocument } from '../../src/paper/rules/normalise.ts'
import { type StatementLayout, statementLayouts } from './bank-layouts.ts'
import { composeCredit, composeMovement, type Movement } from './bank-narrations.ts'
import { printDate, timeWhenOpen } from './calendar.ts'
import { lockedStatement } from './failures.ts'
import { printMoney } from './money.ts'
import type { SampleScan, ShopPapers } from './sample-scan.ts'

/** Four accounts, a statement every other day: 60 in all, three of them locked. */
const statementsPerAccount = 15
const locked = new Set(['hdfc 4', 'icici 11', 'sbi 8'])
const rowsOnStatement = { least: 8, most: 25 }

/** Nobody can read a locked file, so its scan has no values. */
const nothingPrinted = { invoice_metadata: {}, line_items: [] }

/** The account is never drawn below this (paise). */
const leastBalance = 10_000_00

type Account = { layout: StatementLayout; number: string; user: string; balance: number }
type Period = { from: number; to: number; downloaded: number }
type Row = { movement: Movement; date: number; balance: number }

/** 60 bank statements of four accounts. Each begins with the balance at which the one before it ended. */
export function sampleBankStatements(shop: ShopPapers): SampleScan[] {
  return statementLayouts.flatMap((layout, index) => {
    const account = {
      layout,
      number: `XXXXXXXX${shop.random.int(1000, 9999)}`,
      user: index === 0 ? (shop.members[0] ?? shop.owner).email : shop.owner.email,
      balance: shop.random.int(150_000, 400_000) * 100,
    }
    return periods(shop).map((period, at) => statementScan(shop, account, period, at))
  })
}

/** Consecutive days, each period downloaded the day after it ends: the first 28 days ago, the last yesterday. */
function periods(shop: ShopPapers): Period[] {
  const today = indiaMidnight(shop.now)
  let from = today - 30 * day
  return Array.from({ length: statementsPerAccount }, (_, at) => {
    const to = today - (28 - Math.floor((at * 27) / (statementsPerAccount - 1))) * day
    const period = { from, to, downloaded: timeWhenOpen(shop.random, to, to + day) }
    from = to
    return period
  })
}

function statementScan(shop: ShopPapers, account: Account, period: Period, at: number): SampleScan {
  const opening = account.balance
  const rows = composeRows(shop, account, period)
  const { filename } = account.layout
  const scan = {
    user: account.user,
    category: 'bank_entry',
    filename: statementName(account, period),
    created_at: new Date(period.downloaded).toISOString(),
  } as const
  if (locked.has(`${filename} ${at}`)) {
    const paper = { printed: nothingPrinted, fault: 'locked' } as const
    return { ...scan, status: 'failed', failure_reason: lockedStatement, raw: null, paper }
  }
  const raw = printStatement(shop, account, period, opening, rows)
  return { ...scan, status: 'successful', raw, paper: { printed: raw } }
}

/** The movements of a period, by date. Changes the balance of the account. */
function composeRows(shop: ShopPapers, account: Account, period: Period): Row[] {
  const { random, vendors } = shop
  const count = random.int(rowsOnStatement.least, rowsOnStatement.most)
  const dates = Array.from({ length: count }, () => timeWhenOpen(random, period.from, period.to))
  return dates
    .toSorted((a, b) => a - b)
    .map((time) => {
      const moment = { random, vendors, ifsc: account.layout.ifsc }
      const wanted = composeMovement(moment)
      const overdrawn =
        wanted.direction === 'debit' && account.balance - wanted.amount < leastBalance
      const movement = overdrawn ? composeCredit(moment) : wanted
      account.balance += movement.direction === 'credit' ? movement.amount : -movement.amount
      return { movement, date: time, balance: account.balance }
    })
}

function printStatement(
  shop: ShopPapers,
  { layout, number, balance }: Account,
  { from, to }: Period,
  opening: number,
  rows: readonly Row[],
): RawDocument {
  const { label } = layout
  return {
    invoice_metadata: {
      [label('holder')]: shop.organisation.name.toUpperCase(),
      [label('account')]: number,
      IFSC: layout.ifsc,
      [label('from')]: printDate(from, layout.dates),
      [label('to')]: printDate(to - hour, layout.dates),
      [label('opening')]: printMoney(opening),
      [label('closing')]: printMoney(balance),
    },
    line_items: rows.map((row) => printRow(row, layout)),
  }
}

function printRow({ movement, date, balance }: Row, layout: StatementLayout): JsonObject {
  const { label, dates } = layout
  const amount = printMoney(movement.amount)
  return {
    [label('date')]: printDate(date, dates),
    ...(label('valueDate') === '' ? {} : { [label('valueDate')]: printDate(date, dates) }),
    [label('narration')]: movement.narration,
    [label('reference')]: movement.reference,
    [label('debit')]: movement.direction === 'debit' ? amount : '',
    [label('credit')]: movement.direction === 'credit' ? amount : '',
    [label('balance')]: `${printMoney(balance)}${layout.crAfterBalance ? 'Cr' : ''}`,
  }
}

/** The name that the bank's site gives the file. */
function statementName({ layout, number }: Account, { downloaded }: Period): string {
  const last4 = number.slice(-4)
  const ddmmyyyy = printDate(downloaded, 'dd-mm-yyyy')
  switch (layout.filename) {
    case 'hdfc':
      return `Acct Statement_XX${last4}_${ddmmyyyy}.pdf`
    case 'icici':
      return `OpTransactionHistory${ddmmyyyy}.pdf`
    case 'sbi':
      return `AccountStatement_${last4}_${printDate(downloaded, 'yyyymmdd')}.pdf`
    case 'axis':
      return `Account_Statement_Report_${ddmmyyyy}.pdf`
  }
}
