import { readPaise } from '../../paper/checks/values.ts'
import { titlesOf } from '../head/kind.ts'
import type { BodyRow } from '../lines/body-rows.ts'
import { valueOf } from '../lines/cell-values.ts'
import type { Column } from '../lines/columns.ts'
import { columnKeys } from './column-keys.ts'
import { type Cell, cellOf, type TableLine } from '../lines/items.ts'
import { type Area, readTable, type Table } from '../lines/table.ts'
import type { ReadDocument, ReadPage, ReadValue } from '../page.ts'
import { boxOf, type Row, rowsOf, textOf } from '../rows.ts'
import { accountsIn, isMovement } from './accounts.ts'
import { headingsByChain } from './chain-columns.ts'
import { type Beside, readHead } from './read-head.ts'
import { isDay } from './row-dates.ts'
import { headingsOf, provenRows, type RowValues, rowsOfCells, withDay } from './row-values.ts'
import { segmentsOf } from './segments.ts'
import { statementOf } from './statement.ts'
import { type Entries, twoRowEntries } from './two-row-entries.ts'

/* Statements of account as they are printed: PDFs of banks, scans and photos of passbooks. */

/* What banks write into narrations has forms: letters that pixels took for others are put right where no other is possible. */

/** A word of letters, with one or two zeros among them: three may be two of them and a letter too many. */
const zeroInWord = /(?<=\b[A-Z]+)[0O]{1,2}(?=[A-Z]+\b)/g
/** The banks of UPI: "ybl" and "ibl" end in the letter l, and there are none in I, 1 or a stroke. */
const upiBank = /(?<=[/@][yi]b)[I1|](?=[/\s]|$)/g
/** "UPI/CR/" */
const upiBeginning = /^UP[l1|]?\/(?=[CD]R\/)/

/** The statements on these pages, one for each account. */
export function readPrintedStatements(pages: readonly ReadPage[]): ReadDocument[] {
  return mayBeStatement(pages) ? accountsIn(pages).flatMap((own) => readStatement(own) ?? []) : []
}

/** A paper with the title of another is none, but for the word balance or some movements: "Pay Bill" is in their texts too. */
function mayBeStatement(pages: readonly ReadPage[]): boolean {
  const [title] = pages.flatMap((page) => titlesOf(rowsOf(page)))
  if (title === undefined || title.kind === 'bank statement') return true
  return (
    pages.some(({ words }) => words.some(({ text }) => balanceWord.test(text))) ||
    pages.flatMap(rowsOf).filter(isMovement).length >= movementsMin
  )
}

/** Rows with a day and two amounts that a bill hardly has. */
const movementsMin = 3

const balanceWord = /^\W*(?:bal(?:ance)?s?\b|शेष|शिल्लक|बाकी)/iu

/** Narrations in rows of their own are taken out of the columns first. */
function readStatement(pages: readonly ReadPage[]): ReadDocument | undefined {
  const entries = twoRowEntries(pages)
  return entries === undefined
    ? readColumns(pages)
    : (readColumns(entries.pages, entries.narrations) ?? readColumns(pages))
}

type Narrations = Entries['narrations']

/** The columns as they are printed, but those of the arithmetic where it proves more rows. */
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

/** How many days can be read, and how many balances go on from the one before. */
function soundness({ lines }: ReadDocument): number {
  const days = lines.filter(({ date }) => isDay(date?.text ?? ''))
  return days.length + provenRows(lines)
}

/** Undefined for a table that is none of a statement. */
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

/** Of "Withdrawal (Dr) / Deposit (Cr)" one row of the heading may be all that was seen: one side alone is both. */
function withAmount(columns: readonly Column[]): Column[] {
  const sides = columns.filter(({ key }) => key === 'debit' || key === 'credit')
  return columns.map((column) =>
    sides.length === 1 && sides.includes(column) ? { ...column, key: 'amount' } : column,
  )
}

/** Whether a row is complete: a day or none, one amount, and a balance. */
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

/** A statement has days, texts, both sides and a balance; with one column of amounts no title may call it a bill. */
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

function cellsOf(line: TableLine, columns: readonly Column[], sources: Sources): RowValues {
  const source = sources.get(line.rows[0]?.row.page ?? 0) ?? 'text'
  const values: Record<string, ReadValue> = {}
  for (const [index, { key, label }] of columns.entries()) {
    const value = valueOf(ownCell(line, index, key), key, { label, source })
    if (value === undefined || (key === undefined && label === '')) continue
    // A second column of the same meaning is known by its own heading.
    values[key !== undefined && values[key] === undefined ? key : label] = tidied(value, key)
  }
  return withDay(values)
}

function withNarration(
  row: RowValues,
  { rows, figures }: TableLine,
  narrations: Narrations,
): RowValues {
  const first = rows[figures]?.row.pieces[0]?.word
  const below = first === undefined ? undefined : narrations.get(first)
  if (below === undefined) return row
  const { narration: own } = row
  const text = own === undefined ? below.text : `${own.text} ${below.text}`
  return { ...row, narration: withNarrationForms({ ...below, text }) }
}

/** Amounts stand on one row, with "Dr" below them in a narrow column; what is left of a heading has no digits. */
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

/** A text in the forms of banks; a long number goes over two rows of its column. */
function tidied(value: ReadValue, key: string | undefined): ReadValue {
  if (key === 'narration' || key === 'description') return withNarrationForms(value)
  if (key !== 'reference') return value
  // A second row of the heading may have run into the first number.
  const text = value.text.replace(/^no\.?\s+(?=\S*\d)/i, '')
  const isNumber = /^(?:(?=\S*\d)[A-Z\d]+(?: |$))+$/.test(text)
  return { ...value, text: isNumber ? text.replaceAll(' ', '') : text }
}

/** The rows that are no lines and no headings: above and below the table, and in it. */
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

/** Of pages behind the first of the table all that is not in it counts as below. */
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

/** A row all of whose words are in headings: it names columns, not balances. */
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
