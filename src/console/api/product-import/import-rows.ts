import type { JsonObject } from '../../../platform/json.ts'
import type { AppError } from '../../../platform/errors.ts'
import type { Fault, Sentence } from '../../../platform/record/sentence.ts'
import {
  importFields,
  upsertProducts,
  type ImportColumn,
  type ProductResult,
} from '../../../services/storefront/service.ts'
import { productWords } from '../catalogue/product-words.ts'
import type { ConsoleDeps } from '../parts.ts'
import { faultIn, sentenceIn } from '../words.ts'
import { changeTeller, type Change } from './changes.ts'
import { readRows, type Faults, type ReadRow } from './read-rows.ts'

/** What becomes of a row. */
export type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  sku: string
  /** As the row has it, or the product, where the row has none. */
  name: string
  /** The product, where there is one; of a dry run only one that was there before. */
  id: string | null
  /** Why it is refused: all that is known to be wrong. */
  reasons: string[]
  missingCategory: string | null
  warnings: string[]
  /** Of a dry run: what the row changes, or what a new product will have. */
  changes: Change[]
}

const importColumns = Object.keys(importFields)

type Sent = { columns: (ImportColumn | null)[]; rows: string[][]; dryRun: boolean }

/** Enters rows of a file, each all or nothing, or only says what would come of it. In the order of the rows. */
export async function importRows(
  { database, storefront }: ConsoleDeps,
  { columns, rows, dryRun }: Sent,
): Promise<RowResult[]> {
  const read = readRows(database.read, columns, rows)
  const good = read.filter(({ faults }) => faults.size === 0)
  const results = await upsertProducts(
    storefront,
    good.map(({ record }) => record),
    { dryRun },
  )
  const teller = changeTeller(database.read)
  let next = 0
  return read.map((row) => {
    if (row.faults.size > 0) return refused(row)
    const result = results[next++]
    if (result === undefined) throw new Error('A row has no result.')
    const shown = shownResult(row, result)
    return dryRun ? foretold(teller, shown, row) : shown
  })
}

function foretold(
  { changesOf, valuesOf }: ReturnType<typeof changeTeller>,
  shown: RowResult,
  { record }: ReadRow,
): RowResult {
  switch (shown.outcome) {
    case 'created':
      return { ...shown, id: null, changes: valuesOf(record) }
    case 'changed':
      return { ...shown, changes: changesOf(shown.sku, record) }
    default:
      return shown
  }
}

function refused({ sku, record, faults, missingCategory, notes }: ReadRow): RowResult {
  return {
    outcome: 'refused',
    sku,
    name: nameOf(record),
    id: null,
    reasons: inOrder(faults).map((fault) => faultIn(productWords, fault)),
    missingCategory,
    warnings: notes.map(told),
    changes: [],
  }
}

function nameOf({ name }: JsonObject): string {
  return typeof name === 'string' ? name : ''
}

/** In the order in which the form offers the columns. */
function inOrder(faults: Faults): Fault[] {
  return [...faults.values()].toSorted((a, b) => placeOf(a.field) - placeOf(b.field))
}

function placeOf(field: string): number {
  const place = importColumns.indexOf(field)
  return place < 0 ? importColumns.length : place
}

function shownResult({ record, notes }: ReadRow, result: ProductResult): RowResult {
  const { sku, status, id, changed, error, warnings = [] } = result
  return {
    outcome: outcomeOf(status, changed),
    sku,
    name: nameOf(record),
    id,
    reasons: error === undefined ? [] : [refusalTold(error)],
    missingCategory: null,
    warnings: [...notes, ...warnings].map(told),
    changes: [],
  }
}

function outcomeOf(
  status: ProductResult['status'],
  changed: boolean | undefined,
): RowResult['outcome'] {
  if (status === 'error') return 'refused'
  if (status === 'created') return 'created'
  return changed === false ? 'unchanged' : 'changed'
}

function told(sentence: Sentence): string {
  return sentenceIn(productWords, sentence)
}

function refusalTold({ message, details: { fault } }: AppError): string {
  return fault === undefined ? message : faultIn(productWords, fault)
}
