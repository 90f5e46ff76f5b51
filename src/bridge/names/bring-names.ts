import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { Books, Master } from '../books.ts'
import { type Api, askFor } from '../daybook/api.ts'
import { idOfDaybook } from '../daybook/daybook.ts'
import {
  type Addition,
  type Brought,
  type Confirmed,
  type NameKind,
  NameList,
  type Plan,
  planNames,
} from './plan.ts'
import type { Mappings } from '../vouchers/lookup.ts'
import { readJson, writeJson } from '../../platform/disk/durable.ts'
import { AppError } from '../../platform/errors.ts'
import { foldText } from '../../platform/text.ts'
import type { Clock } from '../../platform/time.ts'

/** Calls to Daybook at the same time. Their writes share commits. */
const callsAtOnce = 32

type NamesFrom = {
  books: Pick<Books, 'masterMark' | 'masters' | 'sellerGroups'>
  api: Api
  mappings: Mappings
  /** The folder of these books. */
  folder: string
  clock: Clock
  /** When aborted, the next call starts from the same place. */
  signal?: AbortSignal | undefined
}

/** The names missing in one of Daybook's lists. */
type Missing = { kind: NameKind; after: number; plan: Plan }

/**
 * Adds to Daybook's lists the names and aliases of sellers and stock items that changed since the last time, if they are missing. While
 * nothing changed, it only asks Tally for its mark. Returns all that was brought so far. Throws AppError `unavailable` when Tally or
 * Daybook does not answer; the next call starts from the same place.
 */
export async function bringNames(from: NamesFrom): Promise<BroughtNames> {
  const before = await broughtTo(from)
  const mark = await from.books.masterMark()
  if (mark === before.mark) return before
  const known = { before, wentBack: mark < before.mark }
  const vendors = await missingVendors(from, known)
  const products = await missingProducts(from, known)
  // A company that closed meanwhile returns no rows. This call then throws AppError `unavailable`.
  await from.books.masterMark()
  const counts = [await addAll(from, vendors), await addAll(from, products)] as const
  if (from.signal?.aborted === true) return before
  const sum = (name: 'made' | 'added' | 'left') => counts[0][name] + counts[1][name] + before[name]
  const brought: BroughtNames = {
    to: before.to,
    mark,
    at: from.clock.now(),
    after: { ledger: vendors.after, item: products.after },
    vendors: { ...before.vendors, ...named(vendors.plan) },
    products: { ...before.products, ...named(products.plan) },
    made: sum('made'),
    added: sum('added'),
    left: sum('left'),
  }
  // Written durably: only this file tells a name that a person deleted in Daybook from a name that never came.
  await writeJson(fileOf(from.folder), brought)
  return brought
}

/** The names that would be added. Writes nothing. */
export async function tryNames(from: NamesFrom) {
  const before = await broughtTo(from)
  const known = { before, wentBack: (await from.books.masterMark()) < before.mark }
  const found = [await missingVendors(from, known), await missingProducts(from, known)]
  return found.flatMap(({ kind, plan: { additions } }) =>
    additions.map(({ entry, isNew, aliases }) => ({ kind, name: entry.name, isNew, aliases })),
  )
}

/** A different Daybook has received nothing yet. */
async function broughtTo({ api, folder }: NamesFrom): Promise<BroughtNames> {
  const [to, before] = [await idOfDaybook(api), readBroughtNames(folder)]
  return before.to === to ? before : { ...nothing, to }
}

/** What was brought before, and whether the accounts were restored since. New masters then reuse marks and ids that were already seen. */
type Known = { before: BroughtNames; wentBack: boolean }

async function missingVendors(from: NamesFrom, { before, wentBack }: Known): Promise<Missing> {
  const { books, api, mappings } = from
  const groups = await books.sellerGroups()
  const { masters, after } = await changed(books, 'ledger', wentBack ? 0 : before.after.ledger)
  const sellers = masters.filter(({ parent = '' }) => groups.has(foldText(parent)))
  const confirmed = mappings.parties.map(({ name, ledger }): Confirmed => {
    return { ours: name, theirs: ledger }
  })
  const list = await listOf(api, 'vendor')
  const known = knownOf(before.vendors, wentBack ? sellers : [])
  return { kind: 'vendor', after, plan: planNames('vendor', sellers, { list, known, confirmed }) }
}

async function missingProducts(from: NamesFrom, { before, wentBack }: Known): Promise<Missing> {
  const { books, api, mappings } = from
  const { masters, after } = await changed(books, 'item', wentBack ? 0 : before.after.item)
  const confirmed = mappings.items.map(({ name, item }): Confirmed => {
    return { ours: name, theirs: item }
  })
  const list = await listOf(api, 'product')
  const known = knownOf(before.products, wentBack ? masters : [])
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
    // Tally's own ledgers, such as Cash, are no sellers.
    if ((master.reserved_name ?? '') === '') masters.push(master)
  }
  return { masters, after }
}

/** One call per entry, so that no entry waits for another. */
async function addAll({ api, signal }: NamesFrom, { kind, plan }: Missing) {
  const counts = { made: 0, added: 0, left: plan.left }
  const waiting = plan.additions.values()
  let hasFailed = false
  const add = async (addition: Addition) => {
    try {
      return await addIfTaken(api, kind, addition)
    } catch (error) {
      hasFailed = true
      throw error
    }
  }
  const work = async () => {
    for (const addition of waiting) {
      if (hasFailed || signal?.aborted === true) return
      const done = await add(addition)
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

/** Undefined for a name that Daybook refuses. The other names still come. */
async function addIfTaken(api: Api, kind: NameKind, addition: Addition) {
  try {
    return await addTo(api, kind, addition)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}

/** The most aliases per call. */
const aliasesMax = 1_000

const addedSchema = Type.Object({
  id: Type.String(),
  created: Type.Boolean(),
  aliases_added: Type.Number(),
})

/** Creates an entry or adds aliases to it. A repeat changes nothing. */
async function addTo(api: Api, kind: NameKind, { entry, aliases }: Addition) {
  const body = { name: entry.name, aliases: aliases.slice(0, aliasesMax) }
  const asked = { method: 'POST', path: `${kind}s`, body } as const
  const { id, created, aliases_added: added } = await askFor(api, asked, addedSchema, answered)
  return { id, made: created ? 1 : 0, added }
}

const listSchema = Type.Object({
  items: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      aliases: Type.Array(Type.Object({ alias: Type.String() })),
    }),
  ),
})

async function listOf(api: Api, kind: NameKind): Promise<NameList> {
  const asked = { method: 'GET', path: `${kind}s` } as const
  const { items } = await askFor(api, asked, listSchema, answered)
  return new NameList(
    items.map(({ aliases, ...entry }) => ({
      ...entry,
      aliases: aliases.map(({ alias }) => alias),
    })),
  )
}

/** For an answer in another form. */
const answered = 'Daybook answered names that'

function named({ brought }: Plan): Record<string, Brought> {
  return Object.fromEntries(
    [...brought].map(([id, { of, spelled, gstin }]) => {
      return [id, { entry: of.id, spelled, ...(gstin !== '' && { gstin }) }]
    }),
  )
}

/** Leaves out entries whose id now belongs to a master without a common spelling: that is a different master, created after a restore. */
function knownOf(
  brought: Record<string, Brought>,
  masters: readonly Master[],
): ReadonlyMap<string, Brought> {
  const known = new Map(Object.entries(brought))
  for (const { id, name, aliases = [] } of masters) {
    const spelled = new Set(known.get(id)?.spelled.map(foldText))
    if (![name, ...aliases].some((text) => spelled.has(foldText(text.trim())))) known.delete(id)
  }
  return known
}

const namesSchema = Type.Record(
  Type.String(),
  Type.Object({
    entry: Type.String(),
    spelled: Type.Array(Type.String()),
    gstin: Type.Optional(Type.String()),
  }),
)

/** The last transfer of names: the masters' mark, the highest AlterID of each kind, and every name by its master's id. */
const broughtSchema = Type.Object({
  /** The Daybook user whose lists received the names: the user of the bridge's key. */
  to: Type.String(),
  mark: Type.Number(),
  /** Milliseconds since the epoch. */
  at: Type.Number(),
  after: Type.Object({ ledger: Type.Number(), item: Type.Number() }),
  vendors: namesSchema,
  products: namesSchema,
  /** Totals since the beginning: entries created, aliases added, spellings left out. */
  made: Type.Number(),
  added: Type.Number(),
  left: Type.Number(),
})

type BroughtNames = Static<typeof broughtSchema>

const nothing: BroughtNames = {
  to: '',
  mark: -1,
  at: 0,
  after: { ledger: 0, item: 0 },
  vendors: {},
  products: {},
  made: 0,
  added: 0,
  left: 0,
}

/** Reads the names brought from these accounts. If the file is lost, everything is read anew and found again in Daybook's lists. */
export function readBroughtNames(folder: string): BroughtNames {
  return readJson(fileOf(folder), broughtSchema) ?? nothing
}

/** A sentence for people; '' before anything was brought. */
export function namesSentence({ vendors, products, added, left }: BroughtNames): string {
  const [sellers, goods] = [Object.keys(vendors).length, Object.keys(products).length]
  if (sellers + goods === 0) return ''
  const stayed = left === 0 ? '' : `, ${left} left where they are`
  return `From the books came the names of ${sellers} ${sellers === 1 ? 'seller' : 'sellers'} and ${goods} ${goods === 1 ? 'item' : 'items'}, ${added} other ${added === 1 ? 'spelling' : 'spellings'}${stayed}.`
}

function fileOf(folder: string): string {
  return join(folder, 'names.json')
}
