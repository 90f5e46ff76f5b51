import { storeOf } from '../../app.ts'
import { inApiWords } from '../../platform/record/sentence.ts'
import type { JsonObject, JsonValue } from '../../platform/json/json.ts'
import { recordTable } from '../../platform/record/table.ts'
import {
  upsertProducts,
  type ProductResult,
} from '../../services/storefront/bulk/upsert-products.ts'
import {
  type RowsAbove,
  type TableRecord,
  noteRecord,
  recordOfTable,
} from '../../services/storefront/product-table/rows.ts'
import { tableFields } from '../../services/storefront/product-table/record.ts'
import { withAsOf } from '../../services/storefront/bulk/rows.ts'
import { withVendorId } from '../../services/storefront/inventory/vendors.ts'
import {
  commandMs,
  type ImportKind,
  type ImportTarget,
  inSlices,
  orError,
  type Tally,
} from './kind.ts'
import { type Pictured, withPictureFiles } from './picture-files.ts'

export const products: ImportKind = {
  name: 'products',
  action: 'products brought in',
  fields:
    'sku, name, and what POST products/bulk takes, with variants and images (in a table a variant is a row with variant_of, the SKU of its product); vendor_name instead of vendor_id; image_file (path of a picture), also as file of an entry in images',
  table: recordTable(tableFields, { required: ['sku', 'name'], texts: ['image_file'] }),
  canTry: true,
  async enter(lines, target) {
    const { database, dir, clock, source, tally, pauseMs, dryRun, asOf } = target
    const deps = { database, clock, store: storeOf(dir) }
    // People fill in tables, with variants in rows of their own. A record in JSON Lines is taken as it is.
    const isTable = source.format !== 'json-lines'
    const above: RowsAbove = new Map()
    for await (const slice of inSlices(withPictureFiles(lines, source.folder))) {
      const { records, read } = readSlice(target, slice, isTable ? above : undefined)
      const sender = isTable ? ('file' as const) : ('program' as const)
      const options = { dryRun, sliceMs: commandMs, sender }
      const counted = asOf === undefined ? records : records.map((record) => withAsOf(record, asOf))
      const results = await upsertProducts(deps, counted, options)
      for (const { line, warnings, writtenBy } of read) {
        for (const warning of warnings) tally.warn(line, warning)
        const result = results[writtenBy]
        if (result !== undefined) tallyResult(tally, line, result)
      }
      forgetWritten(above, dryRun)
      await Bun.sleep(pauseMs)
    }
  },
}

/** `writtenBy` is the place of the record that contains the line: its own, or that of a line above. */
type ReadLine = Pictured & { writtenBy: number }

function readSlice(
  { database: { read: conn }, tally }: ImportTarget,
  slice: readonly Pictured[],
  above: RowsAbove | undefined,
): { records: JsonObject[]; read: ReadLine[] } {
  const records: JsonObject[] = []
  const places = new Map<JsonValue | undefined, number>()
  const read = slice.flatMap((line): ReadLine[] => {
    const row = orError((): TableRecord => {
      const record = withVendorId(conn, line.value)
      return above === undefined ? { record, kind: 'product' } : recordOfTable(conn, record, above)
    })
    if ('error' in row) {
      tally.fail(line.line, row.error)
      return []
    }
    const record = above === undefined ? row.record : noteRecord(above, row)
    const known = row.kind === 'joins' ? places.get(record['sku']) : undefined
    const writtenBy = known ?? records.push(record) - 1
    if (row.kind === 'product') places.set(record['sku'], writtenBy)
    return [{ ...line, writtenBy }]
  })
  return { records, read }
}

/** Forgets written records, which are in the database. In a dry run only their names stay. */
function forgetWritten(above: RowsAbove, dryRun: boolean): void {
  if (!dryRun) above.clear()
  for (const product of above.values()) product.variants = undefined
}

function tallyResult(tally: Tally, line: number, result: ProductResult): void {
  const { status, changed, error, warnings = [] } = result
  for (const warning of warnings) tally.warn(line, inApiWords(warning))
  if (status === 'error') tally.fail(line, error?.message ?? 'The product was refused.')
  else tally.count(changed === false ? 'unchanged' : status)
}
