import { readPaise } from '../../paper/values.ts'
import { titlesOf } from '../head/kind.ts'
import type { BodyRow } from '../lines/body-rows.ts'
import { valueOf } from '../lines/cell-values.ts'
import type { Column } from '../lines/columns.ts'
import { columnKeys } from './column-keys.ts'
import { type Cell, cellOf, type TableLine } from '../lines/items.ts'
import { readTable, type Table } from '../lines/table.ts'
import { doubtLeftOver } from '../coverage.ts'
import type { Area, ReadDocument, ReadPage, ReadValue, ReadValues } from '../page.ts'
import { boxOf, type Row, rowsOf, textOf } from '../rows.ts'
import { accountsIn, type Entries, isMovement, twoRowEntries } from './accounts.ts'
import { headingsByChain } from './chain-columns.ts'
import { type Beside, readHead } from './read-head.ts'
import { headingsOf, isDay, provenRows, rowsOfCells, withDay } from './row-values.ts'
import { segmentsOf } from './segments.ts'
import { statementOf } from './statement.ts'

/* Printed statements of account: PDFs of banks, scans and photos of passbooks. */

/* Narrations of banks follow fixed forms. A misread letter is corrected where only one letter is possible. */

/** One or two zeros within a word of letters. A run of three stays: it may be two zeros and a letter too many. */
const zeroInWord = /(?<=\b[A-Z]+)[0O]{1,2}(?=[A-Z]+\b)/g
/** The UPI handles "ybl" and "ibl" end in the letter l. None ends in I, 1 or a stroke. */
const upiBank = /(?<=[/@][yi]b)[I1|](?=[/\s]|$)/g
/** "UPI/CR/" */
const upiBeginning = /^UP[l1|]?\/(?=[CD]R\/)/

/** The statements on these pages, one for each account. */
export function readPrintedStatements(pages: readonly ReadPage[]): ReadDocument[] {
  if (!mayBeStatement(pages)) return []
  return accountsIn(pages).flatMap((own) => {
    const statement = readStatement(own)
    return statement === undefined ? [] : [doubtLeftOver(statement, own)]
  })
}

/**
 * A paper with another title is no statement, unless it has the word "balance" or several movements. Narrations hold titles such as "Pay
 * Bill" too.
 */
function mayBeStatement(pages: readonly ReadPage[]): boolean {
  const [title] = pages.flatMap((page) => titlesOf(rowsOf(page)))
  if (title === undefined || title.kind === 'bank statement') return true
  return (
    pages.some(({ words }) => words.some(({ text }) => balanceWord.test(text))) ||
    pages.flatMap(rowsOf).filter(isMovement).length >= movementsMin
  )
}

/** A bill hardly has this many rows with a day and two amounts. */
const movementsMin = 3

const balanceWord = /^\W*(?:bal(?:ance)?s?\b|शेष|शिल्लक|बाकी)/iu

/** Takes narrations in rows of their own out of the page before it reads the columns. */
function readStatement(pages: readonly ReadPage[]): ReadDocument | undefined {
  const entries = twoRowEntries(pages)
  return entries === undefined
    ? readColumns(pages)
    : (readColumns(entries.pages, entries.narrations) ?? readColumns(pages))
}

/** The head of a statement whose rows could not be read. */
export function statementWithoutRows(pages: readonly ReadPage[]): ReadDocument {
  const above = pages.flatMap((page) => rowsOf(page).map((row) => segmentsOf(row, page.source)))
  return statementOf({
    ...readHead({ above, inTable: [], below: [] }),
    rows: [],
    columns: {},
    pages: pages.map(({ number }) => number),
  })
}

type Narrations = Entries['narrations']

/** Reads the printed columns. Columns found by arithmetic replace them if the statement becomes sounder. */
function readColumns(
  pages: readonly ReadPage[],
  narrations: Narrations = new Map(),
): ReadDocument | undefined {
  const keyOf = columnKeys(pages.some(({ source }) => source === 'ocr'))
  const table = readTable(pages, keyOf, goesOn)
  const printed = table === undefined ? undefined : statementIn(table, pages, narrations)
  if (printed !== undefined && soundness(printed) >= 2 * printed.lines.length - 1) return printed
  const headings = table?.columns.map(({ heading }) => heading) ?? []
  const find = headingsByChain(pages.map(rowsOf), headings)
  const chained = find === undefined ? undefined : readTable(pages, keyOf, goesOn, find)
  const byChain = chained === undefined ? undefined : statementIn(chained, pages, narrations)
  if (printed === undefined || byChain === undefined) return printed ?? byChain
  return soundness(byChain) > soundness(printed) ? byChain : printed
}

/** Counts the readable days, and the balances that continue the one before. */
function soundness({ lines }: ReadDocument): number {
  const days = lines.filter(({ date }) => isDay(date?.text ?? ''))
  return days.length + provenRows(lines)
}

/** Undefined if the table is not the table of a statement. */
function statementIn(
  table: Table,
  pages: readonly ReadPage[],
  narrations: Narrations,
): ReadDocument | undefined {
  if (!isStatement(table, pages, narrations.size > 0)) return undefined
  const sources = new Map(pages.map(({ number, source }) => [number, source]))
  const columns = withAmount(table.columns)
  return statementOf({
    ...readHead(rowsBeside(pages, table)),
    rows: rowsOfCells(
      table.lines.map((line) => withNarration(cellsOf(line, columns, sources), line, narrations)),
    ),
    columns: headingsOf(columns),
    pages: pages.map(({ number }) => number),
  })
}

/** Of the heading "Withdrawal (Dr) / Deposit (Cr)" perhaps only one row was seen. A side without the other holds both. */
function withAmount(columns: readonly Column[]): Column[] {
  const sides = columns.filter(({ key }) => key === 'debit' || key === 'credit')
  return columns.map((column) =>
    sides.length === 1 && sides.includes(column) ? { ...column, key: 'amount' } : column,
  )
}

/** Whether a row is complete: one amount, a balance, and a readable day or none. */
function goesOn({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const textAt = (key: string) => {
    const index = columns.findIndex((column) => column.key === key)
    return textOf(cells[index] ?? [])
  }
  const amounts = ['debit', 'credit', 'amount'].map((key) => readPaise(textAt(key)) ?? 0)
  const date = textAt('date')
  return (
    (date === '' || isDay(date)) &&
    amounts.filter((paise) => paise !== 0).length === 1 &&
    readPaise(textAt('balance'), true) !== undefined
  )
}

/**
 * A statement has days, texts, both sides and a balance. With only one column of amounts, no title above it may name another kind of
 * document.
 */
function isStatement(
  { columns, areas }: Table,
  pages: readonly ReadPage[],
  hasNarrations: boolean,
): boolean {
  const keys = new Set(columns.map(({ key }) => key))
  const hasText = hasNarrations || keys.has('narration') || keys.has('description')
  const hasDay = keys.has('date') || keys.has('value_date')
  if (!hasDay || !hasText || !keys.has('balance')) return false
  if (keys.has('debit') && keys.has('credit')) return true
  const hasAmounts = keys.has('debit') || keys.has('credit') || keys.has('amount')
  return hasAmounts && titlesOver(areas[0], pages).every((kind) => kind === 'bank statement')
}

function titlesOver(area: Area | undefined, pages: readonly ReadPage[]): string[] {
  const page = pages.find(({ number }) => number === area?.page)
  if (page === undefined || area === undefined) return []
  const above = rowsOf(page).filter(({ pieces }) => boxOf(pieces)[3] <= area.top)
  return titlesOf(above).map(({ kind }) => kind)
}

type Sources = ReadonlyMap<number, ReadPage['source']>

function cellsOf(line: TableLine, columns: readonly Column[], sources: Sources): ReadValues {
  const source = sources.get(line.rows[0]?.row.page ?? 0) ?? 'text'
  const values: Record<string, ReadValue> = {}
  for (const [index, { key, label }] of columns.entries()) {
    const value = valueOf(ownCell(line, index, key), key, { label, source })
    if (value === undefined || (key === undefined && label === '')) continue
    // A second column with the same key is stored under its own heading.
    values[key !== undefined && values[key] === undefined ? key : label] = tidied(value, key)
  }
  return withDay(values)
}

function withNarration(
  row: ReadValues,
  { rows, figures }: TableLine,
  narrations: Narrations,
): ReadValues {
  const first = rows[figures]?.row.pieces[0]?.word
  const below = first === undefined ? undefined : narrations.get(first)
  if (below === undefined) return row
  const { narration: own } = row
  const text = own === undefined ? below.text : `${own.text} ${below.text}`
  return { ...row, narration: withNarrationForms({ ...below, text }) }
}

/** An amount stands on one row. "Dr" may stand below it in a narrow column. A cell without digits is a rest of the heading. */
function ownCell(line: TableLine, index: number, key: string | undefined): Cell {
  const cell = cellOf(line, index)
  if (key === undefined || !amountKeys.has(key)) return cell
  const below = line.rows.slice(line.figures + 1).flatMap(({ cells }) => cells[index] ?? [])
  const main = [...cell.main, ...below.filter(({ word }) => sideMark.test(word.text))]
  return main.some(({ word }) => /\d/.test(word.text)) ? { main, lines: [main] } : nothing
}

const nothing: Cell = { main: [], lines: [] }
const sideMark = /^\(?(?:cr|dr)\.?\)?$/i
const amountKeys: ReadonlySet<string> = new Set(['balance', 'amount', 'debit', 'credit'])

/** Corrects narrations, and joins a long number that was broken over two rows. */
function tidied(value: ReadValue, key: string | undefined): ReadValue {
  if (key === 'narration' || key === 'description') return withNarrationForms(value)
  if (key !== 'reference') return value
  // The second row of the heading may have run into the first number.
  const text = value.text.replace(/^no\.?\s+(?=\S*\d)/i, '')
  const isNumber = /^(?:(?=\S*\d)[A-Z\d]+(?: |$))+$/.test(text)
  return { ...value, text: isNumber ? text.replaceAll(' ', '') : text }
}

/** The rows that are neither lines nor headings: above the table, in it and below it. */
function rowsBeside(pages: readonly ReadPage[], { lines, areas, columns }: Table): Beside {
  const ofLines = new Set(lines.flatMap((line) => line.rows.map(({ row }) => placeOf(row))))
  const placed = pages.flatMap((page) =>
    rowsOf(page)
      .filter((row) => !ofLines.has(placeOf(row)))
      .map((row) => ({ row, where: whereIs(row, areas), segments: segmentsOf(row, page.source) })),
  )
  const at = (wanted: keyof Beside) =>
    placed
      .filter(
        ({ row, where }) => where === wanted && !(wanted === 'inTable' && isHeading(row, columns)),
      )
      .map(({ segments }) => segments)
  return { above: at('above'), inTable: at('inTable'), below: at('below') }
}

/** After the first page of the table, every row outside the table counts as below. */
function whereIs(row: Row, areas: readonly Area[]): keyof Beside {
  const [, top, , bottom] = boxOf(row.pieces)
  const middle = (top + bottom) / 2
  const own = areas.filter(({ page }) => page === row.page)
  if (own.some((area) => middle > area.top && middle < area.bottom)) return 'inTable'
  const [first] = areas
  const isAbove =
    first !== undefined &&
    (row.page < first.page || (row.page === first.page && middle < first.top))
  return isAbove ? 'above' : 'below'
}

function placeOf({ page, top, bottom }: Row): string {
  return `${page} ${top} ${bottom}`
}

/** Whether all words of a row are in headings. Such a row names columns, not balances. */
function isHeading(row: Row, columns: readonly Column[]): boolean {
  const words = new Set(columns.flatMap(({ label }) => label.toLowerCase().split(/\s+/)))
  return row.pieces.every(({ word }) => words.has(word.text.toLowerCase()))
}

function withNarrationForms(value: ReadValue): ReadValue {
  if (value.source !== 'ocr') return value
  const text = value.text
    .replaceAll(/\b[A-Z0]{4,}\b/g, (word) =>
      word.replaceAll(zeroInWord, (run) => 'O'.repeat(run.length)),
    )
    .replaceAll(upiBank, 'l')
    .replace(upiBeginning, 'UPI/')
  return { ...value, text }
}
