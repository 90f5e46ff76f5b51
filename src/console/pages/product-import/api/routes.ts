import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { queryOf, querySchemaOf, wholeNumberField } from '../../../../platform/http/fields.ts'
import type { AppError } from '../../../../platform/errors.ts'
import type { JsonObject } from '../../../../platform/json/json.ts'
import type { Fault, Sentence } from '../../../../platform/record/sentence.ts'
import {
  importFields,
  type ImportColumn,
} from '../../../../services/storefront/product-table/record.ts'
import {
  productTable,
  productTableColumns,
} from '../../../../services/storefront/product-table/rows.ts'
import {
  upsertProducts,
  type ProductResult,
} from '../../../../services/storefront/bulk/upsert-products.ts'
import { withAsOf } from '../../../../services/storefront/bulk/rows.ts'
import { productWords } from '../../catalogue/api/product-words.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import { textOf } from '../../../api/fields.ts'
import { forCounter, sessionOf } from '../../../api/guard.ts'
import { faultIn, sentenceIn } from '../../../api/words.ts'
import {
  changeTeller,
  readRows,
  type Change,
  type Faults,
  type ReadRow,
  labelOfVariant,
  variantBefore,
  variantChanges,
  type VariantBefore,
} from './read-rows.ts'

/** Imports products from a table that the page has read, piece by piece, and exports them to one. */
export function productImportRoutes(deps: ConsoleDeps) {
  return new Elysia()
    .get(
      '/api/product-table',
      ({ request }) => ({
        columns: productTableColumns,
        ...productTable(deps.database.read, afterField.read(queryOf(request))),
      }),
      { query: querySchemaOf([afterField]), ...forCounter },
    )
    .post(
      '/api/product-import',
      async ({ request, body }) => ({
        results: await importRows(deps, body, sessionOf(request).userId),
      }),
      {
        body: importBody,
        ...forCounter,
      },
    )
}

const afterField = wholeNumberField('after', {
  minimum: 0,
  maximum: Number.MAX_SAFE_INTEGER,
  default: 0,
  description: 'Where the page before ended.',
})

/** The most rows in one call: the page sends a file in pieces, to show its progress. */
const rowsMax = 500

/** The most columns of a file, far more than there are fields. */
const columnsMax = 200

/** The longest cell, in characters: above the longest description. */
const cellCharactersMax = 50_000

const importColumns = Object.keys(importFields)
const column = Type.Union([...importColumns.map((name) => Type.Literal(name)), Type.Null()])

const importBody = Type.Object({
  columns: Type.Array(Type.Unsafe<ImportColumn | null>(column), {
    maxItems: columnsMax,
    expected: `a list of at most ${columnsMax} columns, each of them null or one of ${importColumns.join(', ')}`,
  }),
  rows: Type.Array(
    Type.Array(Type.String({ maxLength: cellCharactersMax }), { maxItems: columnsMax }),
    {
      minItems: 1,
      maxItems: rowsMax,
      expected: `a list of 1 to ${rowsMax} rows, each a list of texts of at most ${cellCharactersMax} characters`,
    },
  ),
  dryRun: Type.Boolean({ expected: 'true or false' }),
  /** When the file's stock was counted, in ISO 8601 with its zone. */
  asOf: Type.Optional(textOf('a time in ISO 8601')),
})

/** The result of a row. */
type RowResult = {
  outcome: 'created' | 'changed' | 'unchanged' | 'refused'
  sku: string
  /** The name in the row, else the product's. */
  name: string
  /** The product's id. In a dry run only if the product existed before. */
  id: string | null
  /** Why the row is refused: all known faults. */
  reasons: string[]
  missingCategory: string | null
  warnings: string[]
  /** In a dry run: the changes of the row, or the values of a new product. */
  changes: Change[]
}

type Sent = (typeof importBody)['static']

/** Imports rows of a file, each completely or not at all, or only describes the result. In the order of the rows. */
async function importRows(
  { database, storefront }: ConsoleDeps,
  { columns, rows, dryRun, asOf }: Sent,
  userId: string,
): Promise<RowResult[]> {
  const read = readRows(database.read, columns, rows)
  const teller = changeTeller(database.read)
  const before = read.map((row) => variantBefore(database.read, row))
  const isUntouched = read.map((row) => hasVariantsAlone(teller, row))
  const written = read.flatMap(({ record, faults, kind }, place) =>
    faults.size === 0 && kind !== 'joins' ? [{ record, place }] : [],
  )
  const records = written.map(({ record }) =>
    asOf === undefined ? record : withAsOf(record, asOf),
  )
  const results = await upsertProducts(storefront, records, {
    dryRun,
    sender: 'file',
    by: { userId },
  })
  const byPlace = new Map(written.map(({ place }, at) => [place, results[at]]))
  return read.map((row, place) => {
    if (row.faults.size > 0) return refused(row)
    const result = byPlace.get(row.writtenBy)
    if (result === undefined) throw new Error('A row has no result.')
    const shown = shownResult(row, result)
    if (dryRun && result.status === 'created') shown.id = null
    if (row.kind !== 'product') return variantResult(row, shown, before[place])
    const isAsItWas = shown.outcome === 'changed' && isUntouched[place] === true
    const became: RowResult = isAsItWas ? { ...shown, outcome: 'unchanged' } : shown
    return dryRun ? foretold(teller, became, row) : became
  })
}

/** Whether a row changes only variants from rows that joined it. */
function hasVariantsAlone({ changesOf }: ReturnType<typeof changeTeller>, row: ReadRow): boolean {
  const { variants, images, image_url: image } = row.record
  if (!Array.isArray(variants) || variants.length === 0) return false
  return images === undefined && image === undefined && changesOf(row.sku, row.record).length === 0
}

function foretold(
  { changesOf, valuesOf }: ReturnType<typeof changeTeller>,
  shown: RowResult,
  { record }: ReadRow,
): RowResult {
  switch (shown.outcome) {
    case 'created':
      return { ...shown, changes: valuesOf(record) }
    case 'changed':
      return { ...shown, changes: changesOf(shown.sku, record) }
    default:
      return shown
  }
}

/** The result of a row about a variant, which was written with its product. */
function variantResult(row: ReadRow, product: RowResult, before: VariantBefore): RowResult {
  const label = labelOfVariant(row, before)
  const name = label === null ? product.name : `${product.name}, ${label}`
  const warnings = row.kind === 'joins' ? row.notes.map(told) : product.warnings
  const shown = { ...product, sku: row.sku, name, warnings }
  if (product.outcome === 'refused') return shown
  const changes = variantChanges(row, before)
  if (before === undefined) return { ...shown, outcome: 'created', changes }
  return { ...shown, outcome: changes.length === 0 ? 'unchanged' : 'changed', changes }
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

/** In the order of the columns in the form. */
function inOrder(faults: Faults): Fault[] {
  return [...faults.values()].toSorted((a, b) => placeOf(a.field) - placeOf(b.field))
}

function placeOf(field: string): number {
  const place = importColumns.indexOf(field)
  return place < 0 ? importColumns.length : place
}

function shownResult({ record, notes }: ReadRow, result: ProductResult): RowResult {
  const { sku, status, id, changed, error, warnings = [], pending_deducted: deducted = 0 } = result
  return {
    outcome: outcomeOf(status, changed),
    sku,
    name: nameOf(record),
    id,
    reasons: error === undefined ? [] : [refusalTold(error)],
    missingCategory: null,
    warnings: [...notes, ...warnings, ...soldSince(deducted)].map(told),
    changes: [],
  }
}

/** A note about units of the row, and of variants that joined it, sold since the count. */
function soldSince(units: number): Sentence[] {
  return units === 0 ? [] : [`${units} sold since the count are taken off the stock.`]
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
