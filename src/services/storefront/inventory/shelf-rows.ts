import { merged } from '../search/orders.ts'
import type { ShelfRow } from './shelf-queries.ts'

/** What products are sorted by. Of names only a hash is kept, and their order. */
export type ShelfSort = 'created' | 'price' | 'stock' | 'changed' | 'name'

/** Which products are chosen: all that fit everything that is given. */
export type ShelfFilter = {
  categoryId?: string | undefined
  approval?: ShelfRow['approval_status'] | undefined
  isActive?: boolean | undefined
  /** `stock`: nothing left of it, nor of a variant. `price`: it has none, or a variant has none. */
  lacks?: 'stock' | 'price' | 'image' | undefined
}

/** What is kept of a product beside what it is sorted by, in one number: its category, and a bit for each fact. */
type Traits = number

const bits = { active: 1, image: 2, stock: 4, prices: 8 } as const
const approvalBits = 4
const categoryBits = 6
const approvals = ['approved', 'pending', 'rejected', 'draft'] as const

/** Of a name's 64-bit hash as many as a number holds: two names of one product that have the same are not to be met. */
const hashBitsLeftOut = 11n

/** Products in memory, each field an array by `seq`: SQLite numbers rows one after the other, so there are few gaps. */
export class ShelfRows {
  #size = 0
  /** By `seq`, undefined for none. */
  readonly #traits: (Traits | undefined)[] = []
  readonly #keys = { price: numbers(), stock: numbers(), changed: numbers(), name: numbers() }
  /** A number for each category, by its id. */
  readonly #categories = new Map<string, number>()
  /** Made when first asked for, and kept up from then on. */
  readonly #orders = new Map<ShelfSort, Uint32Array>()

  get size(): number {
    return this.#size
  }

  putAll(rows: readonly ShelfRow[]): void {
    const moved: Moved = { created: [], price: [], stock: [], changed: [], name: [] }
    for (const row of rows) this.#put(row, moved)
    for (const [sort, order] of this.#orders) {
      const seqs = moved[sort]
      if (seqs.length === 0) continue
      if (sort === 'name') this.#orders.delete(sort)
      else this.#orders.set(sort, merged(order, new Set(seqs), seqs, this.#compareBy(sort)))
    }
  }

  keepOnly(there: ReadonlySet<number>): void {
    this.#traits.forEach((traits, seq) => {
      if (traits === undefined || there.has(seq)) return
      this.#traits[seq] = undefined
      this.#size--
    })
    for (const [sort, order] of this.#orders) {
      this.#orders.set(
        sort,
        order.filter((seq) => there.has(seq)),
      )
    }
  }

  /** Ascending, ties by age. `readByName` reads the order of the names, which are not here. */
  orderBy(sort: ShelfSort, readByName: () => Uint32Array): Uint32Array {
    const order = this.#orders.get(sort) ?? (sort === 'name' ? readByName() : this.#sortedBy(sort))
    this.#orders.set(sort, order)
    return order
  }

  /** Marks, by `seq`, what fits. */
  match(input: ShelfFilter & { among: Iterable<number> | undefined }): {
    marks: Uint8Array
    total: number
  } {
    const marks = new Uint8Array(this.#traits.length)
    const fits = this.#fits(input)
    let total = 0
    const mark = (seq: number) => {
      const traits = this.#traits[seq]
      if (traits === undefined || marks[seq] === 1 || !fits(traits)) return
      marks[seq] = 1
      total++
    }
    if (input.among === undefined) for (let seq = 0; seq < marks.length; seq++) mark(seq)
    else for (const seq of input.among) mark(seq)
    return { marks, total }
  }

  #sortedBy(sort: KeptSort): Uint32Array {
    const seqs: number[] = []
    this.#traits.forEach((traits, seq) => {
      if (traits !== undefined) seqs.push(seq)
    })
    const order = Uint32Array.from(seqs)
    return sort === 'created' ? order : order.toSorted(this.#compareBy(sort))
  }

  #fits({ categoryId, approval, isActive, lacks }: ShelfFilter) {
    const category = categoryId === undefined ? undefined : (this.#categories.get(categoryId) ?? -1)
    const approved = approval === undefined ? undefined : approvals.indexOf(approval)
    return (traits: Traits): boolean =>
      (category === undefined || traits >> categoryBits === category) &&
      (approved === undefined || ((traits >> approvalBits) & 3) === approved) &&
      (isActive === undefined || ((traits & bits.active) !== 0) === isActive) &&
      (lacks !== 'price' || (traits & bits.prices) === 0) &&
      (lacks !== 'image' || (traits & bits.image) === 0) &&
      (lacks !== 'stock' || (traits & bits.stock) === 0)
  }

  #put(row: ShelfRow, moved: Moved): void {
    const { seq } = row
    const keys = {
      price: row.sale_price,
      stock: row.stock_quantity,
      changed: row.updated_at,
      name: Number(Bun.hash.wyhash(row.folded_name) >> hashBitsLeftOut),
    }
    const isNew = this.#traits[seq] === undefined
    if (isNew) {
      this.#size++
      moved.created.push(seq)
    }
    for (const sort of ['price', 'stock', 'changed', 'name'] as const) {
      if (!isNew && this.#keys[sort][seq] === keys[sort]) continue
      this.#keys[sort][seq] = keys[sort]
      moved[sort].push(seq)
    }
    this.#traits[seq] = this.#traitsOf(row)
  }

  #traitsOf(row: ShelfRow): Traits {
    return (
      (this.#numberOf(row.category_id) << categoryBits) |
      (approvals.indexOf(row.approval_status) << approvalBits) |
      (row.is_active === 1 ? bits.active : 0) |
      (row.has_image === 1 ? bits.image : 0) |
      (row.has_stock === 1 ? bits.stock : 0) |
      (row.has_prices === 1 ? bits.prices : 0)
    )
  }

  #numberOf(categoryId: string): number {
    const known = this.#categories.get(categoryId) ?? this.#categories.size
    this.#categories.set(categoryId, known)
    return known
  }

  #compareBy(sort: KeptSort): (a: number, b: number) => number {
    if (sort === 'created') return (a, b) => a - b
    const keys = this.#keys[sort]
    return (a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b
  }
}

/** What is sorted here. */
type KeptSort = Exclude<ShelfSort, 'name'>

/** What has another place in an order than before, or a first one. */
type Moved = Record<ShelfSort, number[]>

function numbers(): number[] {
  return []
}
