import { eq, sql } from 'drizzle-orm'
import { aliases, names } from '../../../names/tables.ts'
import { query, snapshot, type Conn, type Params } from '../../../platform/db/connection.ts'
import { pickIn } from '../../../platform/db/statements.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { learntItems, learntSellers } from './tables.ts'

/** Sellers that one search proposes, and the candidates that it chooses from. */
const sellersMax = 8
const candidatesMax = 40

/** Aliases that are listed with one seller. */
const aliasesMax = 5

/** Rates of GST that are proposed for one seller, the most frequent first. */
const ratesMax = 5

/**
 * A seller from the vendor list or from earlier bills. `aliases`: those that match the search. `lastDay`: the day of the
 * newest bill, yyyy-mm-dd.
 */
export type ProposedSeller = {
  name: string
  aliases: string[]
  gstin: string | null
  state: string | null
  placeOfSupply: string | null
  terms: string | null
  gstPcts: number[]
  from: 'vendor list' | 'bills'
  bills: number
  lastDay: string | null
}

type LearntSeller = typeof learntSellers.$inferSelect

/**
 * Sellers whose name, alias or GSTIN contains the text, the best match first: those that begin with the text, then those
 * with the most bills. Without a text, the sellers of the newest bills.
 */
export function proposeSellers(
  { database: { read }, names: namesOf }: Pick<ScanExportDeps, 'database' | 'names'>,
  text: string,
): ProposedSeller[] {
  return snapshot(read, () => {
    const search = foldText(text)
    const { vendors } = namesOf(read)
    const listed = search === '' ? [] : listVendors(read).all({ search, limit: candidatesMax })
    const learnt = [
      ...listLearnt(read).all({ search, code: codeOf(text), limit: candidatesMax }),
      ...listed.flatMap(({ id }) => listLearntOfVendor(read).all({ id })),
    ]
    const byName = new Map(listed.map(({ name }) => [name, new Map<number, LearntSeller>()]))
    for (const row of learnt) {
      const name = vendors.canonical(row.name) ?? row.name
      byName.set(name, (byName.get(name) ?? new Map<number, LearntSeller>()).set(row.seq, row))
    }
    const sellers = [...byName].flatMap(([name, rows]) => {
      const from = vendors.canonical(name) === undefined ? 'bills' : 'vendor list'
      const found = listAliases(read).all({ foldedName: foldText(name), search, limit: aliasesMax })
      const aliasesOf = found.map(({ alias }) => alias)
      return sellersNamed({ name, aliases: aliasesOf, from }, [...rows.values()])
    })
    return best(sellers, search).map(({ seqs, ...seller }) => ({
      ...seller,
      gstPcts: usualRates(read, seqs),
    }))
  })
}

/** The `seq` numbers of a learnt seller: by GSTIN where a bill had it, otherwise by name. */
export function learntSellerSeqs(
  { names: namesOf }: Pick<ScanExportDeps, 'names'>,
  conn: Conn,
  { seller, gstin }: { seller: string; gstin: string },
): number[] {
  const code = codeOf(gstin)
  const byGstin = code === '' ? [] : listByGstin(conn).all({ gstin: code })
  if (byGstin.length > 0) return byGstin.map(({ seq }) => seq)
  const name = namesOf(conn).vendors.canonical(seller) ?? seller
  return listByName(conn)
    .all({ foldedName: foldText(name) })
    .map(({ seq }) => seq)
}

type FoundSeller = Omit<ProposedSeller, 'gstPcts'> & { seqs: number[] }
type Called = Pick<ProposedSeller, 'name' | 'aliases' | 'from'>

/** A seller with two GSTINs counts as two sellers, as in two states. Bills without a GSTIN belong to the GSTIN that was seen last. */
function sellersNamed(called: Called, rows: LearntSeller[]): FoundSeller[] {
  const newestFirst = rows.toSorted((a, b) => (a.day < b.day ? 1 : -1))
  const byGstin = Map.groupBy(newestFirst, ({ gstin }) => gstin)
  const without = byGstin.get('') ?? []
  byGstin.delete('')
  const [newest, ...others] = byGstin.values()
  return [[...(newest ?? []), ...without], ...others].map((of) => sellerOf(called, of))
}

function sellerOf(called: Called, rows: LearntSeller[]): FoundSeller {
  const newest = (field: 'gstin' | 'state' | 'placeOfSupply' | 'terms') =>
    rows.map((row) => row[field] ?? '').find((text) => text !== '') ?? null
  return {
    ...called,
    gstin: newest('gstin'),
    state: newest('state'),
    placeOfSupply: newest('placeOfSupply'),
    terms: newest('terms'),
    bills: rows.reduce((sum, { bills }) => sum + bills, 0),
    lastDay:
      rows
        .map(({ day }) => day)
        .toSorted()
        .at(-1) ?? null,
    seqs: rows.map(({ seq }) => seq),
  }
}

function best(sellers: FoundSeller[], search: string): FoundSeller[] {
  const rank = (one: FoundSeller) => (search === '' ? 0 : rankOf(one, search))
  const day = ({ lastDay }: FoundSeller) => lastDay ?? ''
  return sellers
    .toSorted(
      (a, b) =>
        rank(a) - rank(b) ||
        (search === '' ? 0 : b.bills - a.bills) ||
        day(b).localeCompare(day(a)) ||
        b.bills - a.bills ||
        a.name.localeCompare(b.name),
    )
    .slice(0, sellersMax)
}

/** 0: the name, an alias or the GSTIN begins with the search. 1: a later word of a name or an alias does. 2: all others. */
function rankOf({ name, gstin, aliases: others }: FoundSeller, search: string): number {
  const folded = [name, ...others].map(foldText)
  if ([...folded, foldText(gstin ?? '')].some((text) => text.startsWith(search))) return 0
  return folded.some((text) => text.includes(` ${search}`)) ? 1 : 2
}

function usualRates(conn: Conn, seqs: readonly number[]): number[] {
  return listRates(conn)
    .all({ seqs: JSON.stringify(seqs), limit: ratesMax })
    .flatMap(({ gstPct }) => gstPct ?? [])
}

/** A text in the form in which GSTINs are stored. */
function codeOf(text: string): string {
  return text.replaceAll(/\s+/g, '').toUpperCase()
}

type Searched = Params<{ search: string; limit: number }>

/** Vendors whose name or alias contains the text. Names that begin with the text come first. */
const listVendors = query((conn, { search, limit }: Searched) =>
  conn
    .select({ id: names.id, name: names.name })
    .from(names)
    .where(
      sql`${names.kind} = 'vendor' AND (instr(${names.folded}, ${search}) > 0 OR ${names.id} IN (
        SELECT ${aliases.nameId} FROM ${aliases} WHERE ${aliases.kind} = 'vendor' AND instr(${aliases.folded}, ${search}) > 0))`,
    )
    .orderBy(sql`instr(${names.folded}, ${search}) = 1 DESC`, names.folded)
    .limit(limit),
)

/** Aliases of a vendor that contain the text, the best first. */
const listAliases = query((conn, p: Searched & Params<{ foldedName: string }>) =>
  conn
    .select({ alias: aliases.alias })
    .from(aliases)
    .innerJoin(names, eq(names.id, aliases.nameId))
    .where(
      sql`${names.kind} = 'vendor' AND ${names.folded} = ${p.foldedName} AND instr(${aliases.folded}, ${p.search}) > 0`,
    )
    .orderBy(sql`instr(${aliases.folded}, ${p.search}) = 1 DESC`, aliases.folded)
    .limit(p.limit),
)

const listLearnt = query((conn, { search, code, limit }: Searched & Params<{ code: string }>) =>
  conn
    .select()
    .from(learntSellers)
    .where(
      sql`${search} = '' OR instr(${learntSellers.foldedName}, ${search}) > 0 OR instr(${learntSellers.gstin}, ${code}) > 0`,
    )
    .orderBy(
      sql`${search} <> '' AND instr(${learntSellers.foldedName}, ${search}) = 1 DESC`,
      sql`${learntSellers.day} DESC`,
    )
    .limit(limit),
)

/** What Daybook learnt under a vendor's name or its present aliases. */
const listLearntOfVendor = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select()
    .from(learntSellers)
    .where(
      sql`${learntSellers.foldedName} IN (
        SELECT ${names.folded} FROM ${names} WHERE ${names.id} = ${id}
        UNION SELECT ${aliases.folded} FROM ${aliases} WHERE ${aliases.nameId} = ${id})`,
    ),
)

const listByGstin = pickIn(learntSellers, ['gstin'], ['seq'])

const listByName = pickIn(learntSellers, ['foldedName'], ['seq'])

/** The rates on the lines of some sellers, the most frequent first. */
const listRates = query((conn, { seqs, limit }: Params<{ seqs: string; limit: number }>) =>
  conn
    .select({ gstPct: learntItems.gstPct })
    .from(learntItems)
    .where(
      sql`${learntItems.sellerSeq} IN (SELECT value FROM json_each(${seqs})) AND ${learntItems.gstPct} IS NOT NULL`,
    )
    .groupBy(learntItems.gstPct)
    .orderBy(sql`count(*) DESC`, learntItems.gstPct)
    .limit(limit),
)
