import { eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { categories, offers, productImages } from '../tables.ts'

export const insertImage = query((conn) =>
  conn
    .insert(productImages)
    .values({
      productSeq: sql.placeholder('productSeq'),
      sortOrder: sql.placeholder('sortOrder'),
      image: sql.placeholder('image'),
      alt: sql.placeholder('alt'),
    })
    .prepare(),
)

export const deleteImages = query((conn) =>
  conn
    .delete(productImages)
    .where(eq(productImages.productSeq, sql.placeholder('productSeq')))
    .prepare(),
)

export const findProductWithImage = query((conn) =>
  conn
    .select({ seq: productImages.seq })
    .from(productImages)
    .where(eq(productImages.image, sql.placeholder('image')))
    .limit(1)
    .prepare(),
)

export const findCategoryWithImage = query((conn) =>
  conn
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.image, sql.placeholder('image')))
    .limit(1)
    .prepare(),
)

export const findOfferWithImage = query((conn) =>
  conn
    .select({ id: offers.id })
    .from(offers)
    .where(eq(offers.image, sql.placeholder('image')))
    .limit(1)
    .prepare(),
)
