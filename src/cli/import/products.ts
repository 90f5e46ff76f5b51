import { storeOf } from '../../app.ts'
import {
  commandMs,
  type ImportKind,
  type ImportTarget,
  inSlices,
  orError,
  type Tally,
  type Line,
  lineError,
} from './kind.ts'
import { readNamedFile } from './source.ts'
import { imageBytesMax } from '../../platform/files/images.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../platform/json/json.ts'
import { notAllowed } from '../../platform/record/read.ts'
import { inApiWords } from '../../platform/record/sentence.ts'
import { recordTable } from '../../platform/record/field.ts'
import { withAsOf } from '../../services/storefront/bulk/rows.ts'
import {
  upsertProducts,
  type ProductResult,
} from '../../services/storefront/bulk/upsert-products.ts'
import { withVendorId } from '../../services/storefront/inventory/vendors.ts'
import { tableFields } from '../../services/storefront/product-table/record.ts'
import {
  type RowsAbove,
  type TableRecord,
  noteRecord,
  recordOfTable,
} from '../../services/storefront/product-table/rows.ts'

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

/** Decodes a picture from a data URL or plain base64. Throws AppError `invalid_request`. */
export function readBase64(field: string, text: JsonValue | undefined): Uint8Array<ArrayBuffer> {
  if (typeof text === 'string') {
    try {
      return Uint8Array.fromBase64(text.replace(/^data:[^,]*;base64,/i, ''))
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error
    }
  }
  throw notAllowed(field, 'an image in base64, with or without "data:…;base64,"', text)
}

/** A product's line that contains its pictures. */
type Pictured = Line & { warnings: string[] }

/**
 * Loads the pictures that product lines name (`image_file`, and `file` of an entry in `images`) into the lines. Leaves out a picture that
 * cannot be read, with a warning.
 */
async function* withPictureFiles(
  lines: AsyncIterable<Line>,
  folder: string,
): AsyncGenerator<Pictured> {
  for await (const line of lines) {
    const read = reader(folder)
    const value = await withImageEntries(await withFirstImage(line.value, read), read)
    yield { line: line.line, value, size: line.size + read.characters(), warnings: read.warnings }
  }
}

type Reader = {
  /** The picture as fields of a record. Undefined, with a warning, when it cannot be read. */
  read(field: string, path: JsonValue): Promise<{ base64: string; type: string } | undefined>
  warnings: string[]
  characters(): number
}

function reader(folder: string): Reader {
  const warnings: string[] = []
  let characters = 0
  return {
    warnings,
    characters: () => characters,
    async read(field, path) {
      const input = { folder, field, path, bytesMax: imageBytesMax }
      const picture = await readNamedFile(input).catch(lineError)
      if ('error' in picture) {
        warnings.push(picture.error)
        return undefined
      }
      const base64 = picture.bytes.toBase64()
      characters += base64.length
      return { base64, type: picture.type }
    },
  }
}

async function withFirstImage(record: JsonObject, { read }: Reader): Promise<JsonObject> {
  const { image_file: path, ...rest } = record
  if (path === undefined || path === null) return rest
  const picture = await read('image_file', path)
  if (picture === undefined) return rest
  return { ...rest, image_base64: picture.base64, image_content_type: picture.type }
}

async function withImageEntries(record: JsonObject, { read }: Reader): Promise<JsonObject> {
  const entries = record['images']
  if (!Array.isArray(entries) || !entries.some(namesFile)) return record
  const images: JsonValue[] = []
  for (const [i, entry] of entries.entries()) {
    if (!namesFile(entry)) {
      images.push(entry)
      continue
    }
    const { file, ...rest } = entry
    const picture = await read(`images[${i}].file`, file)
    if (picture === undefined) continue
    images.push({ ...rest, base64: picture.base64, content_type: picture.type })
  }
  return { ...record, images }
}

function namesFile(entry: JsonValue): entry is JsonObject & { file: JsonValue } {
  return isJsonObject(entry) && entry['file'] !== undefined
}
