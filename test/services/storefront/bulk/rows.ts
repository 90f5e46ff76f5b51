import type { Answer, Shop } from '../../../support/shop.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'

export const bulkPath = '/api/public/v1/products/bulk'
export const stockPath = '/api/public/v1/products/stock'

/** The rows of an answer's `results`. */
export function resultsOf(answer: Answer): JsonObject[] {
  const results = answer.json['results']
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

export async function bulk(shop: Shop, ...products: unknown[]): Promise<JsonObject[]> {
  return resultsOf(await shop.store('POST', bulkPath, { body: { products } }))
}

/** The result of one row. */
export async function put(shop: Shop, product: unknown): Promise<JsonObject> {
  const [result] = await bulk(shop, product)
  return result ?? {}
}

export async function stock(shop: Shop, ...updates: unknown[]): Promise<JsonObject[]> {
  return resultsOf(await shop.store('POST', stockPath, { body: { updates } }))
}

/** The row of the database of a product, as SQLite has it. */
export function productRow(shop: Shop, sku: string): Record<string, unknown> {
  const row = shop.database.read.$client
    .query<Record<string, unknown>, [string]>('SELECT * FROM products WHERE sku = ?')
    .get(sku)
  return row ?? {}
}

export function variantRow(shop: Shop, sku: string): Record<string, unknown> {
  const row = shop.database.read.$client
    .query<Record<string, unknown>, [string]>('SELECT * FROM variants WHERE sku = ?')
    .get(sku)
  return row ?? {}
}

/** The catalogue's version, which every change raises. */
export function versionOf(shop: Shop): unknown {
  return shop.database.read.$client
    .query<{ version: number }, []>('SELECT version FROM catalogue_state')
    .get()?.version
}

/** The message of a row's error. */
export function messageOf(result: JsonObject | undefined): string {
  const error = result?.['error']
  return isJsonObject(error) ? String(error['message']) : ''
}

/** The field that a row's error blames. */
export function fieldOf(result: JsonObject | undefined): unknown {
  const error = result?.['error']
  return isJsonObject(error) ? error['field'] : undefined
}
