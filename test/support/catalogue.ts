import { eq } from 'drizzle-orm'
import type { Database } from '../../src/platform/db/database.ts'
import { newId } from '../../src/platform/ids.ts'
import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'
import { fold } from '../../src/services/storefront/texts.ts'
import { raiseCatalogueVersion } from '../../src/services/storefront/catalogue-version.ts'
import {
  categories,
  offers,
  productImages,
  products,
  variants,
  uncategorisedId,
} from '../../src/services/storefront/tables.ts'
import type { Answer } from './shop.ts'

/*
 * Puts products, categories and offers into the database as they are, without the endpoints that take them in. Money is in
 * paise. What a input leaves out is what a new product has.
 */

type ProductRow = typeof products.$inferInsert
type VariantRow = typeof variants.$inferInsert

export type ProductInput = Partial<
  Omit<ProductRow, 'foldedName' | 'foldedDescription' | 'version'>
> & {
  variants?: Partial<VariantRow>[]
  images?: { image: string; alt?: string; sortOrder?: number }[]
}

export type Added = { id: string; seq: number; slug: string }

let count = 0

/** Each with a slug, and a SKU, of its own unless told otherwise. */
export async function addProducts(
  database: Database,
  inputs: readonly ProductInput[],
): Promise<Added[]> {
  return await database.write((conn) => {
    const version = raiseCatalogueVersion(conn)
    return inputs.map(({ variants: variantInputs = [], images = [], ...input }) => {
      const row = productRow(input, version)
      const { seq } = conn.insert(products).values(row).returning({ seq: products.seq }).get()
      for (const variant of variantInputs)
        conn.insert(variants).values(variantRow(seq, variant)).run()
      for (const { image, alt = '', sortOrder = 0 } of images) {
        conn.insert(productImages).values({ productSeq: seq, image, alt, sortOrder }).run()
      }
      return { id: row.id, seq, slug: row.slug }
    })
  })
}

export async function addProduct(database: Database, input: ProductInput = {}): Promise<Added> {
  const [added] = await addProducts(database, [input])
  if (added === undefined) throw new Error('No product was added.')
  return added
}

/** Changes columns of a product; the folded ones follow. */
export async function changeProduct(
  database: Database,
  id: string,
  change: Partial<ProductRow>,
): Promise<void> {
  const { name, description } = change
  await database.write((conn) => {
    conn
      .update(products)
      .set({
        ...change,
        ...(name === undefined ? {} : { foldedName: fold(name) }),
        ...(description === undefined ? {} : { foldedDescription: fold(description) }),
        version: raiseCatalogueVersion(conn),
      })
      .where(eq(products.id, id))
      .run()
  })
}

export async function addCategory(
  database: Database,
  input: Partial<typeof categories.$inferInsert> & { name: string },
): Promise<{ id: string; slug: string }> {
  const now = Date.now()
  const row = {
    id: newId(now),
    slug: `category-${++count}`,
    foldedName: fold(input.name),
    image: null,
    sortOrder: 0,
    createdAt: now,
    updatedAt: now,
    ...input,
  }
  await database.write((conn) => {
    conn.insert(categories).values(row).run()
    raiseCatalogueVersion(conn)
  })
  return { id: row.id, slug: row.slug }
}

/** Active, without a start or an end. */
export async function addOffer(
  database: Database,
  input: Partial<typeof offers.$inferInsert> & { title: string },
): Promise<{ id: string }> {
  const now = Date.now()
  const row = {
    id: newId(now),
    slug: `offer-${++count}`,
    foldedTitle: fold(input.title),
    subtitle: '',
    badgeText: '',
    image: null,
    ruleKind: 'other' as const,
    ruleValue: '',
    sortOrder: 0,
    isActive: true,
    startsAt: null,
    endsAt: null,
    createdAt: now,
    updatedAt: now,
    ...input,
  }
  await database.write((conn) => {
    conn.insert(offers).values(row).run()
    raiseCatalogueVersion(conn)
  })
  return { id: row.id }
}

/** The rows of a list answer of the storefront. */
export function dataOf(answer: Answer): JsonObject[] {
  const { data } = answer.json
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}

/** One field of each of them, in order. */
export function columnOf(answer: Answer, field: string): string[] {
  return dataOf(answer).map((row) => String(row[field]))
}

function productRow(input: Omit<ProductInput, 'variants' | 'images'>, version: number) {
  const now = Date.now()
  const number = ++count
  const { name = `Product ${number}`, description = '' } = input
  return {
    id: newId(now),
    sku: `SKU-${number}`,
    slug: `product-${number}`,
    details: '',
    categoryId: uncategorisedId,
    mrp: 0,
    mrpGiven: true,
    priceGiven: (input.salePrice ?? 0) > 0,
    salePrice: 0,
    minSalePrice: null,
    stockQuantity: 0,
    gstBasisPoints: 0,
    hsn: '',
    barcode: '',
    sizeChart: null,
    image: null,
    videoUrl: null,
    vendorId: null,
    vendorCost: null,
    b2bPrice: null,
    b2bMinQty: null,
    isActive: true,
    approvalStatus: 'approved' as const,
    createdAt: now,
    updatedAt: now,
    ...input,
    name,
    description,
    foldedName: fold(name),
    foldedDescription: fold(description),
    version,
  }
}

function variantRow(productSeq: number, input: Partial<VariantRow>): VariantRow {
  const now = Date.now()
  return {
    id: newId(now),
    productSeq,
    sku: `VARIANT-${++count}`,
    size: '',
    color: '',
    colorHex: '#000000',
    mrp: 0,
    mrpGiven: true,
    priceGiven: (input.salePrice ?? 0) > 0,
    salePrice: 0,
    stockQuantity: 0,
    createdAt: now,
    updatedAt: now,
    ...input,
  }
}
