import { AppError } from '../../platform/errors.ts'
import type { Clock } from '../../platform/time.ts'
import type { Books, Master } from '../books.ts'
import type { Api } from '../daybook/api.ts'
import type { Mappings } from '../vouchers/mappings.ts'
import { type BroughtNames, keepBroughtNames, readBroughtNames } from './brought.ts'
import { addTo, listOf } from './daybook-names.ts'
import {
  type Addition,
  type Brought,
  type Confirmed,
  type NameKind,
  type Plan,
  planNames,
} from './plan.ts'
import { foldText } from '../../platform/text.ts'

/** Calls to Daybook that are under way together: what they write shares its commits. */
const callsAtOnce = 32

export type NamesFrom = {
  books: Pick<Books, 'masterMark' | 'masters' | 'sellerGroups'>
  api: Api
  mappings: Mappings
  /** Of these books, in the bridge's own folder. */
  folder: string
  clock: Clock
  /** Told to stop, it begins there the next time. */
  signal?: AbortSignal | undefined
}

/** What is missing in a list of Daybook. */
type Missing = { kind: NameKind; after: number; plan: Plan }

/**
 * Brings Daybook the names and aliases of sellers and stock items that changed since the last time. Only what is missing is
 * added. Asks nobody anything but Tally's mark while nothing changed. Returns what was brought so far. Throws AppError
 * `unavailable` when one of the two does not answer: the next time begins where this one did.
 */
export async function bringNames(from: NamesFrom): Promise<BroughtNames> {
  const before = readBroughtNames(from.folder)
  const mark = await from.books.masterMark()
  if (mark === before.mark) return before
  const vendors = await missingVendors(from, before)
  const products = await missingProducts(from, before)
  // Of a company that was closed meanwhile no rows came. Throws AppError `unavailable`.
  await from.books.masterMark()
  const counts = [await addAll(from, vendors), await addAll(from, products)] as const
  if (from.signal?.aborted === true) return before
  const sum = (name: 'made' | 'added' | 'left') => counts[0][name] + counts[1][name] + before[name]
  const brought: BroughtNames = {
    mark,
    at: from.clock.now(),
    after: { ledger: vendors.after, item: products.after },
    vendors: { ...before.vendors, ...named(vendors.plan) },
    products: { ...before.products, ...named(products.plan) },
    made: sum('made'),
    added: sum('added'),
    left: sum('left'),
  }
  await keepBroughtNames(from.folder, brought)
  return brought
}

/** What would be added, by its name. Nothing is written. */
export async function tryNames(from: NamesFrom) {
  const before = readBroughtNames(from.folder)
  const found = [await missingVendors(from, before), await missingProducts(from, before)]
  return found.flatMap(({ kind, plan: { additions } }) =>
    additions.map(({ entry, isNew, aliases }) => ({ kind, name: entry.name, isNew, aliases })),
  )
}

async function missingVendors(from: NamesFrom, before: BroughtNames): Promise<Missing> {
  const { books, api, mappings } = from
  const groups = await books.sellerGroups()
  const { masters, after } = await changed(books, 'ledger', before.after.ledger)
  const sellers = masters.filter(({ parent = '' }) => groups.has(foldText(parent)))
  const confirmed = mappings.parties.map(({ name, ledger }): Confirmed => {
    return { ours: name, theirs: ledger }
  })
  const list = await listOf(api, 'vendor')
  const known = mapOf(before.vendors)
  return { kind: 'vendor', after, plan: planNames('vendor', sellers, { list, known, confirmed }) }
}

async function missingProducts(from: NamesFrom, before: BroughtNames): Promise<Missing> {
  const { books, api, mappings } = from
  const { masters, after } = await changed(books, 'item', before.after.item)
  const confirmed = mappings.items.map(({ name, item }): Confirmed => {
    return { ours: name, theirs: item }
  })
  const list = await listOf(api, 'product')
  const known = mapOf(before.products)
  return { kind: 'product', after, plan: planNames('product', masters, { list, known, confirmed }) }
}

async function changed(
  books: NamesFrom['books'],
  kind: 'ledger' | 'item',
  since: number,
): Promise<{ masters: Master[]; after: number }> {
  const masters: Master[] = []
  let after = since
  for await (const master of books.masters(kind, since)) {
    after = Math.max(after, master.alter_id)
    // What Tally brings itself, such as Cash, is nobody's name.
    if ((master.reserved_name ?? '') === '') masters.push(master)
  }
  return { masters, after }
}

/** Each entry in one call, so that none waits for another. */
async function addAll({ api, signal }: NamesFrom, { kind, plan }: Missing) {
  const counts = { made: 0, added: 0, left: plan.left }
  const waiting = plan.additions.values()
  const work = async () => {
    for (const addition of waiting) {
      if (signal?.aborted === true) return
      const done = await addIfTaken(api, kind, addition)
      if (done === undefined) counts.left += 1
      else {
        addition.entry.id = done.id
        counts.made += done.made
        counts.added += done.added
      }
    }
  }
  await Promise.all(Array.from({ length: callsAtOnce }, work))
  return counts
}

/** Undefined for a name that Daybook does not take: it keeps no other. */
async function addIfTaken(api: Api, kind: NameKind, addition: Addition) {
  try {
    return await addTo(api, kind, addition)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}

function named({ brought }: Plan): Record<string, Brought> {
  return Object.fromEntries(
    [...brought].map(([id, { of, spelled, gstin }]) => {
      return [id, { entry: of.id, spelled, ...(gstin !== '' && { gstin }) }]
    }),
  )
}

function mapOf(brought: Record<string, Brought>): ReadonlyMap<string, Brought> {
  return new Map(Object.entries(brought))
}
