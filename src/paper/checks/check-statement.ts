import { type CheckedDocument, type Fields, type Finding, textAt } from './document.ts'
import { readDay, readPaise, readSide, rupees } from './values.ts'

/* A bank statement: opening balance, what came in and went out, closing balance, and each row between. */

/** A row's movement, money in above zero, and its balance; in paise. */
type Row = { readonly moved: number; readonly balance: number | undefined }

type Balances = { opening: number | undefined; closing: number | undefined }

/** What does not add up in a statement, and rows outside its days. */
export function checkStatement({ head, lines }: CheckedDocument): Finding[] {
  const rows = lines.map(readRow)
  const balances = {
    opening: readPaise(textAt(head, 'opening_balance'), true),
    closing: readPaise(textAt(head, 'closing_balance'), true),
  }
  return [...checkBalances(rows, balances), ...checkSides(lines), ...checkDays(head, lines)]
}

function readRow(line: Fields): Row {
  const [debit, credit] = [amountAt(line, 'debit'), amountAt(line, 'credit')]
  const balance = readPaise(textAt(line, 'balance'), true)
  if (debit !== undefined || credit !== undefined) {
    return { moved: (credit ?? 0) - (debit ?? 0), balance }
  }
  const side = readSide(textAt(line, 'amount')) ?? readSide(textAt(line, 'dr_cr'))
  const amount = readPaise(textAt(line, 'amount')) ?? 0
  return { moved: side === 'debit' ? -Math.abs(amount) : amount, balance }
}

function amountAt(line: Fields, key: string): number | undefined {
  const paise = readPaise(textAt(line, key))
  return paise === undefined ? undefined : Math.abs(paise)
}

/** Most statements begin with the oldest row, some with the newest: the order that fits better is taken. */
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
    const expected = balance === undefined ? undefined : balance + row.moved
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

function checkSides(lines: readonly Fields[]): Finding[] {
  return lines.flatMap((fields, line) => {
    const isBoth = amountAt(fields, 'debit') && amountAt(fields, 'credit')
    if (!isBoth) return []
    const message =
      'Money in and money out in one row: one of the two is wrong, or is another row’s.'
    return [{ key: 'debit', line, code: 'sum' as const, message }]
  })
}

function checkDays(head: Fields, lines: readonly Fields[]): Finding[] {
  const [from, to] = ['statement_from', 'statement_to'].map((key) => readDay(textAt(head, key)))
  if (from !== undefined && to !== undefined && from > to) {
    return [
      { key: 'statement_to', code: 'date', message: 'To: the statement ends before it begins.' },
    ]
  }
  return lines.flatMap((fields, line) => {
    const text = textAt(fields, 'date')
    const day = readDay(text)
    if (day === undefined) return []
    const isOutside = (from !== undefined && day < from) || (to !== undefined && day > to)
    const message = `Date: ${text} is outside the days of the statement.`
    return isOutside ? [{ key: 'date', line, code: 'date' as const, message }] : []
  })
}
