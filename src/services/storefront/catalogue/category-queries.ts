import { asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { categories } from '../tables.ts'

export type CategoryRow = typeof categories.$inferSelect

export const findCategoryBySlug = query((conn) =>
  conn
    .select()
    .from(categories)
    .where(eq(categories.slug, sql.placeholder('slug')))
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
