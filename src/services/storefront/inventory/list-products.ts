import { snapshot, type Conn, query } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import { fold } from '../texts.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StorefrontDeps } from '../deps.ts'
import type { ShelfFilter } from './shelf-rows.ts'

/** Words of a search that are looked for; a person types fewer. */
const wordsMax = 10

/** What the list can be sorted by; ties by age. */
export const productSorts = ['created', 'name', 'price', 'stock', 'changed'] as const

/** Which products are listed: all that fit everything that is given. */
export type ProductSelection = ShelfFilter & {
  /** Words of the name, or a part of a SKU (also a variant's) or a barcode. */
  search?: string | undefined
}

type ProductPage = {
  sort: (typeof productSorts)[number]
  isDescending: boolean
  limit: number
  offset: number
}

/** A page of all products, listed or not, and how many there are. */
export async function listAllProducts(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { shelf }: Pick<Catalogue, 'shelf'>,
  { search = '', ...filter }: ProductSelection,
  { isDescending, ...page }: ProductPage,
): Promise<{ products: ShelvedProduct[]; total: number }> {
  // Right after the start, in slices, so that other requests go on.
  await shelf.load(read)
  return snapshot(read, () => {
    const among = fold(search) === '' ? undefined : seqsFound(read, search)
    const { seqs, total } = shelf.find(read, {
      ...filter,
      ...page,
      descending: isDescending,
      among,
    })
    return { products: listShelvedBySeq(read).all(JSON.stringify(seqs)), total }
  })
}

function seqsFound(conn: Conn, search: string): number[] {
  const words = fold(search).split(' ').slice(0, wordsMax)
  return listSeqsFound(conn, words, toNfc(search).trim())
}

/** A product as its shop lists it; money in paise. Times in milliseconds since the epoch. */
export type ShelvedProduct = {
  id: string
  sku: string | null
  slug: string
  name: string
  image: string | null
  category_id: string
  category_name: string
  mrp: number
  sale_price: number
  stock_quantity: number
  variants: number
  unpriced_variants: number
  variant_stock: number
  is_active: 0 | 1
  approval_status: 'approved' | 'pending' | 'rejected' | 'draft'
  updated_at: number
}

/** Products in the order of their `seq`s, a JSON list. */
const listShelvedBySeq = query((conn) =>
  conn.$client.query<ShelvedProduct, [seqs: string]>(
    `SELECT products.id, products.sku, products.slug, products.name, products.image,
       products.category_id, categories.name AS category_name, products.mrp, products.sale_price,
       products.stock_quantity,
       (SELECT count(*) FROM variants WHERE product_seq = products.seq) AS variants,
       (SELECT count(*) FROM variants
          WHERE product_seq = products.seq AND variants.sale_price = 0) AS unpriced_variants,
       (SELECT coalesce(sum(max(variants.stock_quantity, 0)), 0)
          FROM variants WHERE product_seq = products.seq) AS variant_stock,
       products.is_active, products.approval_status, products.updated_at
     FROM (SELECT key, value FROM json_each(?)) AS page
     CROSS JOIN products ON products.seq = page.value
     JOIN categories ON categories.id = products.category_id
     ORDER BY page.key`,
  ),
)

/**
 * The `seq`s of what has all words in its name, or a code in its SKU, that of a variant, or its barcode. Each from an
 * index alone: the wide rows would take four times as long. SQL by hand, since there are as many conditions as words.
 */
function listSeqsFound(conn: Conn, words: readonly string[], code: string): number[] {
  const like = String.raw`LIKE ? ESCAPE '\'`
  const hasWords = words.map(() => 'instr(folded_name, ?)').join(' AND ')
  const pattern = containing(code)
  return conn.$client
    .query<{ seq: number }, string[]>(
      `SELECT seq FROM products INDEXED BY products_name WHERE is_listed IN (0, 1) AND ${hasWords}
       UNION ALL SELECT seq FROM products INDEXED BY products_sku_unique WHERE sku ${like}
       UNION ALL SELECT seq FROM products INDEXED BY products_barcode WHERE barcode <> '' AND barcode ${like}
       UNION ALL SELECT product_seq FROM variants WHERE sku ${like}`,
    )
    .all(...words, pattern, pattern, pattern)
    .map(({ seq }) => seq)
}

/** The text of a LIKE pattern stands for itself. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, String.raw`\$&`)}%`
}
