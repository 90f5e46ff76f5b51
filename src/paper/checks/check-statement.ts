import { type Row, type Statement, statementFacts } from '../facts.ts'
import { type CheckedDocument, type Finding, textAt } from './document.ts'
import { rupees } from '../values.ts'

/* Checks a bank statement: opening balance, money in and out, closing balance, and the rows between. */

/** Finds balances that do not add up, and rows outside the statement's days. */
export function checkStatement(document: CheckedDocument): Finding[] {
  const facts = statementFacts(document)
  const dates = document.lines.map((line) => textAt(line, 'date'))
  return [
    ...checkBalances(facts.rows, facts),
    ...checkSides(facts.rows),
    ...checkDays(facts, dates),
  ]
}

type Balances = Pick<Statement, 'opening' | 'closing'>

/** Above zero for money in. In paise. */
function movedBy({ debit, credit, amount }: Row): number {
  return (credit ?? 0) - (debit ?? 0) + (amount ?? 0)
}

/** Most statements begin with the oldest row, some with the newest. Takes the order with fewer findings. */
function checkBalances(rows: readonly Row[], balances: Balances): Finding[] {
  const oldestFirst = followBalances(rows, balances)
  const newestFirst = followBalances(rows.toReversed(), balances).map((finding) =>
    finding.line === undefined ? finding : { ...finding, line: rows.length - 1 - finding.line },
  )
  return newestFirst.length < oldestFirst.length ? newestFirst : oldestFirst
}

function followBalances(rows: readonly Row[], { opening, closing }: Balances): Finding[] {
  const findings: Finding[] = []
  let balance = opening
  for (const [line, row] of rows.entries()) {
    const expected = balance === undefined ? undefined : balance + movedBy(row)
    balance = row.balance ?? expected
    if (expected === undefined || row.balance === undefined || row.balance === expected) continue
    findings.push(offBy('balance', 'Balance', row.balance, expected, line))
  }
  if (closing !== undefined && balance !== undefined && closing !== balance) {
    findings.push(offBy('closing_balance', 'Closing balance', closing, balance))
  }
  return findings
}

function offBy(
  key: string,
  name: string,
  printed: number,
  expected: number,
  line?: number,
): Finding {
  const difference = printed - expected
  const more = difference > 0 ? 'more' : 'less'
  const message = `${name}: ${rupees(Math.abs(difference))} ${more} than what came before and this come to (${rupees(expected)}).`
  return { key, ...(line === undefined ? {} : { line }), code: 'sum', message }
}

function checkSides(rows: readonly Row[]): Finding[] {
  return rows.flatMap(({ debit, credit }, line) => {
    const isBoth = debit && credit
    if (!isBoth) return []
    const message =
      'Money in and money out in one row: one of the two is wrong, or is another row’s.'
    return [{ key: 'debit', line, code: 'sum' as const, message }]
  })
}

/** `dates`: the printed dates of the rows. */
function checkDays({ period: { from, to }, rows }: Statement, dates: readonly string[]): Finding[] {
  if (from !== undefined && to !== undefined && from > to) {
    return [
      { key: 'statement_to', code: 'date', message: 'To: the statement ends before it begins.' },
    ]
  }
  return rows.flatMap(({ day }, line) => {
    if (day === undefined) return []
    const isOutside = (from !== undefined && day < from) || (to !== undefined && day > to)
    const message = `Date: ${dates[line]} is outside the days of the statement.`
    return isOutside ? [{ key: 'date', line, code: 'date' as const, message }] : []
  })
}
