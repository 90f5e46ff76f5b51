import { upsertProducts, type ProductResult } from '../../../services/storefront/service.ts'
import { inShopWords } from '../catalogue/shop-words.ts'
import type { ConsoleParts } from '../parts.ts'
import { changesOf, type Change } from './changes.ts'
import type { ImportColumn } from './import-columns.ts'
import { readRows, type Refused } from './read-rows.ts'

/** What becomes of a row. */
export type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  sku: string
  /** The product, where there is one; of a dry run only one that was there before. */
  id: string | null
  /** Why it is refused. */
  reason: string | null
  field: string | null
  missingCategory: string | null
  warnings: string[]
  /** Of a dry run: what the row changes. */
  changes: Change[]
}

type Sent = { columns: (ImportColumn | null)[]; rows: string[][]; dryRun: boolean }

/** Enters rows of a file, each all or nothing, or only says what would come of it. In the order of the rows. */
export async function importRows(
  { book, storefront }: ConsoleParts,
  { columns, rows, dryRun }: Sent,
): Promise<RowResult[]> {
  const read = readRows(book.read, columns, rows)
  const records = read.flatMap((row) => ('record' in row ? [row.record] : []))
  const results = await upsertProducts(storefront, records, { dryRun })
  let next = 0
  return read.map((row) => {
    if (!('record' in row)) return refused(row)
    const result = results[next++]
    if (result === undefined) throw new Error('A row has no result.')
    const shown = shownResult(result)
    const changes =
      dryRun && shown.outcome === 'changed' ? changesOf(book.read, result.sku, row.record) : []
    return { ...shown, id: dryRun && shown.outcome === 'created' ? null : result.id, changes }
  })
}

function refused({ reason, ...row }: Refused): RowResult {
  const nothing = { outcome: 'refused', id: null, warnings: [], changes: [] } as const
  return { ...nothing, ...row, reason: inShopWords(reason), warnings: [], changes: [] }
}

function shownResult({ sku, status, id, changed, error, warnings = [] }: ProductResult): RowResult {
  return {
    outcome: outcomeOf(status, changed),
    sku,
    id,
    reason: error === undefined ? null : inShopWords(error.message),
    field: error?.field ?? null,
    missingCategory: null,
    warnings: warnings.map(inShopWords),
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
