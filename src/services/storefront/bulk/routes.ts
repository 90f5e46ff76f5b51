import { Elysia } from 'elysia'
import { bringerOf, callerOf, type Caller } from '../../../accounts/keys/guard.ts'
import { AppError } from '../../../platform/errors.ts'
import { withinShare } from '../../../platform/files/disk-share.ts'
import { queryOf, querySchemaOf } from '../../../platform/http/fields.ts'
import { noteRows } from '../../../platform/http/request.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json/json.ts'
import type { Log } from '../../../platform/log.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { Doer } from '../history.ts'
import { rowsMax } from '../products/rules.ts'
import { inApiForm } from './rows.ts'
import { bulkAnswer, bulkBody, dryRunField, stockAnswer, stockBody } from './schemas.ts'
import { updateStock, type StockResult } from './update-stock.ts'
import { upsertProducts, type ProductResult } from './upsert-products.ts'

export function productRoutes(deps: StorefrontDeps, log: Log) {
  return new Elysia()
    .post(
      '/api/public/v1/products/bulk',
      async ({ request, body }) => {
        const products = rowsOf(body, 'products')
        const dryRun = ['true', '1'].includes(dryRunField.read(queryOf(request)) ?? '')
        const by = callerOf(request)
        const results = await withinShare({ ...deps, log }, bringerOf(by), (store) =>
          upsertProducts({ ...deps, store }, products, { dryRun, by: doerOf(by) }),
        )
        noteRows(request, results.length, refusalsOf(results))
        const summary = {
          total: results.length,
          created: countOf(results, 'created'),
          updated: countOf(results, 'updated'),
          errors: countOf(results, 'error'),
        }
        return { summary, results: results.map(inApiForm) }
      },
      {
        body: bulkBody,
        query: querySchemaOf([dryRunField]),
        ...describeWrite({
          operationId: 'upsertProducts',
          tag: 'Products',
          summary: 'Create or update products by SKU',
          description:
            'Each product is matched by `sku`: one that is there is updated, any other is created. Every row is written whole or not at all, in order, whatever becomes of the others; the answer is 200 even when all of them failed. A repeat changes nothing. What the catalogue answered can be sent back, with `sku` added.',
          answer: bulkAnswer,
          scope: 'products:write',
        }),
      },
    )
    .post(
      '/api/public/v1/products/stock',
      async ({ request, body }) => {
        const results = await updateStock(deps, rowsOf(body, 'updates'), {
          by: doerOf(callerOf(request)),
        })
        noteRows(request, results.length, refusalsOf(results))
        const summary = {
          total: results.length,
          updated: countOf(results, 'updated'),
          not_found: countOf(results, 'not_found'),
          errors: countOf(results, 'error'),
        }
        return { summary, results: results.map(inApiForm) }
      },
      {
        body: stockBody,
        ...describeWrite({
          operationId: 'updateStock',
          tag: 'Products',
          summary: 'Set stock and prices by SKU',
          description:
            'Each SKU is looked up among the products, then among the variants. Every row is written on its own; a repeat changes nothing.',
          answer: stockAnswer,
          scope: 'products:write',
        }),
      },
    )
}

function doerOf({ userId, keyId }: Caller): Doer {
  return { userId, keyId }
}

/**
 * The rows of a request, unchecked. A schema would turn a value that is not a list into a list. Throws AppError
 * `invalid_request`, `payload_too_large`.
 */
function rowsOf(body: unknown, field: string): readonly JsonValue[] {
  const rows = isJsonObject(body) ? body[field] : undefined
  if (!Array.isArray(rows)) throw notAllowed(field, 'a list', rows)
  if (rows.length <= rowsMax) return rows
  throw new AppError(
    'payload_too_large',
    `${field} has ${rows.length} rows, and at most ${rowsMax} are allowed: send them in smaller parts. Nothing was written.`,
  )
}

/** The errors of the rows that were not written. */
function refusalsOf(results: readonly (ProductResult | StockResult)[]): AppError[] {
  return results.flatMap(({ index, sku, status, error }) => {
    const row = sku === '' ? `Row ${index + 1}` : sku
    if (status === 'not_found') {
      const message = `${row}: there is no product or variant with this SKU.`
      return new AppError('not_found', message, { field: 'sku' })
    }
    return error === undefined
      ? []
      : new AppError(error.code, `${row}: ${error.message}`, error.details)
  })
}

function countOf(results: readonly { status: string }[], status: string): number {
  return results.filter((result) => result.status === status).length
}
