import { api, ask } from '../../client.ts'
import type { FileRow } from './import-file.ts'
import { asMade, madeBefore } from './made-before.ts'

type Sent = Parameters<(typeof api)['product-import']['post']>[0]
/** What a column of a file can be. */
export type Column = NonNullable<Sent['columns'][number]>

type Answer = Awaited<ReturnType<typeof send>>
/** A row with what becomes of it. */
export type RowResult = FileRow & Answer['results'][number]
export type Outcome = RowResult['outcome']

/** Rows in one request: few enough for the bar to move, within what the server takes. */
const rowsAtOnce = 200

export type Input = {
  columns: readonly (Column | null)[]
  rows: readonly FileRow[]
  dryRun: boolean
  /** What a dry run said of the rows. */
  expected?: readonly RowResult[]
}

/** What was told before something stopped it; the answer to the piece behind it may have been lost. */
export type Before = { results: readonly RowResult[]; isAgain: boolean }

function send({ columns, rows, dryRun }: Input) {
  return ask(
    api['product-import'].post({
      columns: [...columns],
      rows: rows.map(({ cells }) => [...cells]),
      dryRun,
    }),
  )
}

/**
 * Sends the rows that have no result yet, a piece at a time, and tells the results of each piece. Throws what the server
 * refuses; what was told before stays true. `isStopped` is asked between two pieces.
 */
export async function sendRows(
  input: Input,
  { results: before, isAgain }: Before,
  tell: (results: RowResult[]) => void,
  isStopped: () => boolean,
): Promise<void> {
  const skus: Skus = { firstRow: firstRowsBySku(input), created: new Set() }
  const done = before.length
  const sentBefore = isAgain ? input.rows.slice(done, done + rowsAtOnce) : []
  const made = madeBefore(sentBefore, input.expected)
  for (let start = done; start < input.rows.length && !isStopped(); start += rowsAtOnce) {
    const rows = input.rows.slice(start, start + rowsAtOnce)
    const good = rows.filter(({ fault }) => fault === null)
    const { results } = good.length === 0 ? { results: [] } : await send({ ...input, rows: good })
    const byRow = new Map(good.map(({ row }, i) => [row, results[i]]))
    const told = rows.map((row) => resultOf(input, row, byRow.get(row.row), skus))
    tell(told.map((result) => asMade(result, made.get(result.row))))
  }
}

type Told = Answer['results'][number]

type Skus = {
  /** The first row of each SKU. */
  firstRow: ReadonlyMap<string, number>
  /** What rows before have created. */
  created: Set<string>
}

function resultOf(input: Input, row: FileRow, told: Told | undefined, skus: Skus): RowResult {
  const [name, sku] = [cellOf(input, row, 'name'), cellOf(input, row, 'sku')]
  if (told === undefined) return { ...row, ...faulty(row), sku, name }
  const key = skuKey(sku)
  // A dry run keeps nothing, so it does not know what an earlier piece of the file would have made.
  const isThere = told.outcome === 'created' && skus.created.has(key)
  if (told.outcome === 'created') skus.created.add(key)
  const first = skus.firstRow.get(key) ?? row.row
  const warnings =
    first === row.row ? [] : [`The same SKU is in row ${first}: this row comes after it.`]
  return {
    ...row,
    ...told,
    sku,
    name: name || told.name,
    outcome: isThere ? 'changed' : told.outcome,
    changes: isThere ? [] : told.changes,
    warnings: [...warnings, ...told.warnings],
  }
}

function faulty({ fault }: FileRow): Told {
  return {
    outcome: 'refused',
    sku: '',
    name: '',
    id: null,
    reasons: fault === null ? [] : [fault],
    missingCategory: null,
    warnings: [],
    changes: [],
  }
}

function firstRowsBySku(input: Input): ReadonlyMap<string, number> {
  const firsts = new Map<string, number>()
  for (const row of input.rows) {
    const key = skuKey(cellOf(input, row, 'sku'))
    if (row.fault === null && key !== '' && !firsts.has(key)) firsts.set(key, row.row)
  }
  return firsts
}

/** SKUs are compared as the server does. */
function skuKey(sku: string): string {
  return sku.normalize('NFC')
}

function cellOf({ columns }: Input, { cells }: FileRow, column: Column): string {
  return (cells[columns.indexOf(column)] ?? '').trim()
}
