import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import { fold } from '../catalogue/fold.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import type { StorefrontDeps } from '../parts.ts'
import { listSeqsFound, listShelvedBySeq, type ShelvedProduct } from './all-products-queries.ts'
import type { ShelfFilter } from './shelf-rows.ts'

export type { ShelvedProduct }

/** Words of a search that are looked for; a person types fewer. */
const wordsMax = 10

/** What the list can be sorted by; ties by age. */
export const productSorts = ['created', 'name', 'price', 'stock', 'changed'] as const

/** Which products are listed: all that fit everything that is given. */
export type ProductSelection = ShelfFilter & {
  /** Words of the name, or a part of a SKU (also a variant's) or a barcode. */
  search?: string | undefined
}

export type ProductPage = {
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
