import { asc, count, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { categories, products } from '../tables.ts'

export type CategoryRow = typeof categories.$inferSelect

export const findCategoryBySlug = query((conn) =>
  conn
    .select()
    .from(categories)
    .where(eq(categories.slug, sql.placeholder('slug')))
    .prepare(),
)

export const findCategory = query((conn) =>
  conn
    .select()
    .from(categories)
    .where(eq(categories.id, sql.placeholder('id')))
    .prepare(),
)

/** `slug` in NFC. By hand: each page of a category begins with it (see product-queries.ts). */
export const findCategoryId = query((conn) =>
  conn.$client.query<{ id: string }, [slug: string]>('SELECT id FROM categories WHERE slug = ?'),
)

/** In the order of display. */
export const listAllCategories = query((conn) =>
  conn
    .select()
    .from(categories)
    .orderBy(asc(categories.sortOrder), asc(categories.foldedName), asc(categories.id))
    .prepare(),
)

export const insertCategory = query((conn) =>
  conn
    .insert(categories)
    .values({
      id: sql.placeholder('id'),
      slug: sql.placeholder('slug'),
      name: sql.placeholder('name'),
      foldedName: sql.placeholder('foldedName'),
      image: sql.placeholder('image'),
      sortOrder: sql.placeholder('sortOrder'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)

export const updateCategory = query((conn) =>
  conn
    .update(categories)
    .set({
      name: sql`${sql.placeholder('name')}`,
      foldedName: sql`${sql.placeholder('foldedName')}`,
      image: sql`${sql.placeholder('image')}`,
      sortOrder: sql`${sql.placeholder('sortOrder')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(categories.id, sql.placeholder('id')))
    .prepare(),
)

export const placeCategory = query((conn) =>
  conn
    .update(categories)
    .set({
      sortOrder: sql`${sql.placeholder('sortOrder')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(categories.id, sql.placeholder('id')))
    .prepare(),
)

export const deleteCategoryRow = query((conn) =>
  conn
    .delete(categories)
    .where(eq(categories.id, sql.placeholder('id')))
    .prepare(),
)

/** How many products are in each category that has any, listed and not. */
export const countProductsByCategory = query((conn) =>
  conn
    .select({ categoryId: products.categoryId, isListed: products.isListed, n: count() })
    .from(products)
    .groupBy(products.categoryId, products.isListed)
    .prepare(),
)

/** Moves at most `limit` products of the category `id` into the one `to`. */
export const moveProductsOut = query((conn) =>
  conn
    .update(products)
    .set({
      categoryId: sql`${sql.placeholder('to')}`,
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(
      sql`${products.seq} IN (SELECT ${products.seq} FROM ${products} WHERE ${products.categoryId} = ${sql.placeholder('id')} LIMIT ${sql.placeholder('limit')})`,
    )
    .returning({ seq: products.seq })
    .prepare(),
)
