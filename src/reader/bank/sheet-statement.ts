import { readDay, readPaise } from '../../paper/values.ts'
import { mayBeOneAccount, wholeOf } from './account-numbers.ts'
import { columnKeys } from './column-keys.ts'
import type { ReadDocument, ReadValue, ReadValues } from '../page.ts'
import { accountNumberIn, readHead } from './read-head.ts'
import { headingsOf, rowsOfCells, withDay } from './row-values.ts'
import { inFile, segmentsOfCells } from './segments.ts'
import { statementOf } from './statement.ts'

/* Statements in tables: CSV files, workbooks, and the web pages that banks name like workbooks. */

type Cells = readonly string[]
type Column = { readonly key: string | undefined; readonly label: string }

const keyOf = columnKeys(false)

/** At most this many rows stand above the headings. Banks print addresses and notes there. */
const rowsAboveMax = 100

/** The statements in a table, one for each account. */
export function readSheetStatements(table: readonly Cells[]): ReadDocument[] {
  const rows = table.map((cells) => cells.map(plainCell))
  return accountsIn(rows).flatMap((own) => readStatement(own) ?? [])
}

/** A new account begins where another account number stands above further headings. */
function accountsIn(rows: readonly Cells[]): Cells[][] {
  const parts: Cells[][] = [[]]
  let [current, other]: (string | undefined)[] = []
  let above: Cells[] = []
  for (const cells of rows) {
    other = numberIn(cells) ?? other
    above.push(cells)
    const isLineOrHeading = isHeading(columnsOf(cells)) || cells.some(isAmount)
    if (!isLineOrHeading) continue
    if (isHeading(columnsOf(cells)) && other !== undefined) {
      const isSame: boolean = current === undefined || mayBeOneAccount(current, other)
      if (!isSame) parts.push([])
      current = isSame && current !== undefined ? wholeOf(current, other) : other
    }
    parts.at(-1)?.push(...above)
    above = []
    other = undefined
  }
  parts.at(-1)?.push(...above)
  return parts
}

function numberIn(cells: Cells): string | undefined {
  const texts = cells.filter((cell) => cell !== '')
  return texts
    .map((text, at) => accountNumberIn(`${text} ${texts[at + 1] ?? ''}`))
    .find((number) => number !== undefined)
}

function isAmount(cell: string): boolean {
  return /\d\.\d{1,2}\D*$/.test(cell) && readPaise(cell, true) !== undefined
}

/** Undefined if no row has the headings of a statement. */
function readStatement(table: readonly Cells[]): ReadDocument | undefined {
  const { rows, at, columns } = headed(table)
  if (at === -1) return undefined
  const { lines, others } = readRows(rows.slice(at + 1), columns)
  return statementOf({
    ...readHead({
      above: rows.slice(0, at).map(segmentsOfCells),
      inTable: [],
      below: others.map(segmentsOfCells),
    }),
    rows: rowsOfCells(lines),
    columns: headingsOf(columns),
    pages: [],
  })
}

/** Finds the headings, which may take two rows: "Withdrawal" over "Amount", "Txn" over "Date". */
function headed(rows: readonly Cells[]) {
  const above = rows.slice(0, rowsAboveMax)
  const inOne = above.findIndex((cells) => isWhole(columnsOf(cells)))
  const inTwo = above.findIndex((cells, at) => isWhole(columnsOf(joined(cells, rows[at + 1]))))
  if (inTwo === -1 || (inOne !== -1 && inOne <= inTwo)) {
    const at = inOne === -1 ? above.findIndex((cells) => isHeading(columnsOf(cells))) : inOne
    return { rows, at, columns: columnsOf(rows[at] ?? []) }
  }
  return { rows, at: inTwo + 1, columns: columnsOf(joined(rows[inTwo] ?? [], rows[inTwo + 1])) }
}

function joined(cells: Cells, below: Cells = []): string[] {
  const width = Math.max(cells.length, below.length)
  return Array.from({ length: width }, (_, at) => `${cells[at] ?? ''} ${below[at] ?? ''}`.trim())
}

/** Whether the headings name both sides and the balance, so that none is missing. */
function isWhole(columns: readonly Column[]): boolean {
  const keys = new Set(columns.map(({ key }) => key))
  const hasSides = keys.has('amount') || (keys.has('debit') && keys.has('credit'))
  return isHeading(columns) && hasSides && keys.has('balance')
}

/** Spreadsheets keep leading zeros as ="0042" or behind an apostrophe. */
function plainCell(cell: string): string {
  const text = cell.replaceAll(/\s+/g, ' ').trim()
  return /^="(.*)"$/.exec(text)?.[1] ?? text.replace(/^'(?=[\d=+-])/, '')
}

function columnsOf(cells: Cells): Column[] {
  return cells.map((label) => ({ label, key: label === '' ? undefined : keyOf(label) }))
}

/** Whether the headings name a day, a text and the amounts. */
function isHeading(columns: readonly Column[]): boolean {
  const keys = new Set(columns.map(({ key }) => key))
  const hasText = keys.has('narration') || keys.has('description')
  const hasDay = keys.has('date') || keys.has('value_date')
  return hasDay && hasText && (keys.has('amount') || (keys.has('debit') && keys.has('credit')))
}

function readRows(
  rows: readonly Cells[],
  columns: readonly Column[],
): { lines: ReadValues[]; others: Cells[] } {
  const lines: ReadValues[] = []
  const others: Cells[] = []
  for (const cells of rows) {
    const line = lineOf(cells, columns)
    const last = lines.at(-1)
    if (isHeading(columnsOf(cells))) continue
    if (isLine(line)) lines.push(line)
    else if (last !== undefined && others.length === 0 && isMoreText(line))
      lines.splice(-1, 1, withText(last, line))
    else if (cells.some((cell) => /[\p{L}\d]/u.test(cell))) others.push(cells)
  }
  return { lines, others }
}

function lineOf(cells: Cells, columns: readonly Column[]): ReadValues {
  const values: Record<string, ReadValue> = {}
  for (const [index, { key, label }] of columns.entries()) {
    const text = cells[index] ?? ''
    if (text === '' || /^[-–—.*|]+$/.test(text) || label === '') continue
    // A second column with the same key is stored under its own heading.
    values[key !== undefined && values[key] === undefined ? key : label] = {
      text,
      label,
      ...inFile,
    }
  }
  return withDay(values)
}

const amountKeys = ['debit', 'credit', 'amount', 'balance']

/** A line has a readable day and a readable amount. */
function isLine(line: ReadValues): boolean {
  const { date } = line
  const hasAmount = amountKeys.some((key) => readPaise(line[key]?.text ?? '', true) !== undefined)
  return hasAmount && date !== undefined && readDay(date.text) !== undefined
}

/** Whether the row only holds the rest of the narration above it. */
function isMoreText(line: ReadValues): boolean {
  const [key, ...others] = Object.keys(line)
  return (key === 'narration' || key === 'description') && others.length === 0
}

function withText(line: ReadValues, more: ReadValues): ReadValues {
  const [[key, value] = []] = Object.entries(more)
  const before = key === undefined ? undefined : line[key]
  if (key === undefined || value === undefined || before === undefined) return line
  return { ...line, [key]: { ...before, text: `${before.text} ${value.text}` } }
}
