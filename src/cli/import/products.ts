import { storeOf } from '../../app.ts'
import { inApiWords } from '../../platform/record/sentence.ts'
import { recordTable } from '../../platform/record/table.ts'
import {
  type ProductResult,
  tableFields,
  upsertProducts,
  withVendorId,
} from '../../services/storefront/service.ts'
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
  fields:
    'sku, name, and what POST products/bulk takes, with variants and images; vendor_name instead of vendor_id; image_file (path of a picture), also as file of an entry in images',
  table: recordTable(tableFields, { required: ['sku', 'name'], texts: ['image_file'] }),
  canTry: true,
  async enter(lines, target) {
    const { database, dir, clock, source, tally, pauseMs, dryRun } = target
    const deps = { database, clock, store: storeOf(dir) }
    for await (const slice of inSlices(withPictureFiles(lines, source.folder))) {
      const read = readSlice(target, slice)
      const records = read.map(({ value }) => value)
      // A table is what people fill in.
      const keepsMrp = source.format !== 'json-lines'
      const options = { dryRun, sliceMs: commandMs, keepsMrp }
      const results = await upsertProducts(deps, records, options)
      for (const [i, { line, warnings }] of read.entries()) {
        for (const warning of warnings) tally.warn(line, warning)
        const result = results[i]
        if (result !== undefined) tallyResult(tally, line, result)
      }
      await Bun.sleep(pauseMs)
    }
  },
}

function readSlice({ database, tally }: ImportTarget, slice: readonly Pictured[]): Pictured[] {
  return slice.flatMap((line) => {
    const read = orError(() => ({ value: withVendorId(database.read, line.value) }))
    if (!('error' in read)) return [{ ...line, ...read }]
    tally.fail(line.line, read.error)
    return []
  })
}

function tallyResult(tally: Tally, line: number, result: ProductResult): void {
  const { status, changed, error, warnings = [] } = result
  for (const warning of warnings) tally.warn(line, inApiWords(warning))
  if (status === 'error') tally.fail(line, error?.message ?? 'The product was refused.')
  else tally.count(changed === false ? 'unchanged' : status)
}
