import { findAliasHolder, findName, listAliasesOf } from '../../names/queries.ts'
import type { NameKind } from '../../names/rules.ts'
import type { Conn } from '../../platform/db/connection.ts'
import { isGstin } from '../../platform/gst/gstin.ts'
import { foldText } from '../../platform/text.ts'
import { alike, comparedMax, type InBooks, sharing } from './alike.ts'
import { findMapping, type Mapped, type MappedKind, partyOf } from './mapping-queries.ts'
import { readDetails, usualVoucherTypes } from './mappings-answer.ts'
import {
  findMaster,
  listByGstin,
  listFirst,
  listNamed,
  type StoredMaster,
} from './master-queries.ts'
import { type MasterKind, wholeTerm, wordsOf } from './rules.ts'
import { allBooks } from './companies.ts'

/** A proposed master and why. `field` is what will be mapped if a person accepts: a tax ledger may serve every rate. */
export type Proposal = { master: StoredMaster; reason: string; field: string }

/** The most proposals for one name. */
const proposedMax = 3

/** The most aliases of one of our names. */
const aliasesMax = 20

/** Names count as similar from this likeness on: half of their letters are in words that both have. */
const similarityMin = 0.5

/** The likeness that is enough for items with the same HSN. */
const sameHsnSimilarityMin = 0.25

const alikeReason = 'name is alike'

type Found = { master: StoredMaster; reason: string }

/**
 * The masters that one of our names may mean, the likeliest first. Nothing is mapped until somebody confirms. `hsn` is the HSN of an item
 * on bills, or ''.
 */
export function propose(within: InBooks, mapped: Mapped, hsn = ''): Proposal[] {
  const likeliest = new Map<string, Found>()
  for (const found of searches[mapped.kind](within, mapped.ours, hsn)) {
    if (!likeliest.has(found.master.id)) likeliest.set(found.master.id, found)
  }
  return [...likeliest.values()]
    .slice(0, proposedMax)
    .map((found) => ({ ...found, field: fieldOf(mapped, found.master.name) }))
}

type Search = (within: InBooks, ours: string, hsn: string) => Iterable<Found>

const searches: Readonly<Record<MappedKind, Search>> = {
  party: findParties,
  item: findItems,
  unit: findUnits,
  godown: findOnly,
  voucher_type: findTypes,
  ledger: findLedgers,
}

/** By GSTIN, then by name. A party with another GSTIN is another seller, or another branch. */
function* findParties(within: InBooks, ours: string): Generator<Found> {
  const { gstin, name } = partyOf(ours)
  const knows = isGstin(gstin)
  if (knows)
    yield* because(
      'same GSTIN',
      listByGstin(within.conn).all({
        books: within.books,
        kind: 'ledger',
        gstin,
        limit: proposedMax,
      }),
    )
  for (const found of findByName(within, 'ledger', 'vendor', name)) {
    const theirs = found.master.gstin
    if (!knows || theirs === '' || theirs === gstin) yield found
    else yield { ...found, reason: `${found.reason}, but another GSTIN` }
  }
}

/** By name. For items with the same HSN a smaller likeness is enough. */
function* findItems(within: InBooks, ours: string, hsn: string): Generator<Found> {
  const found = [...findByName(within, 'item', 'product', ours)]
  const sure = found.filter(({ reason }) => reason !== alikeReason)
  const kin = hsn === '' ? [] : alike(within, 'item', ours, sameHsnSimilarityMin)
  yield* sure
  yield* because(
    'same HSN, and the name is alike',
    kin.filter((master) => master.hsn !== '' && isSameGoods(master.hsn, hsn)),
  )
  yield* found
}

/** One code may be the beginning of the other: shops print 4, 6 or 8 digits. */
function isSameGoods(one: string, other: string): boolean {
  return one.startsWith(other) || other.startsWith(one)
}

function* findByName(
  within: InBooks,
  kind: MasterKind,
  list: NameKind,
  name: string,
): Generator<Found> {
  yield* because('same name', named(within, kind, name))
  for (const alias of ourNames(within.conn, list, name)) {
    yield* because(`an alias of yours: ${alias}`, named(within, kind, alias))
  }
  yield* because(alikeReason, alike(within, kind, name, similarityMin))
}

/** The masters with this name or alias. */
function named({ conn, books }: InBooks, kind: MasterKind, name: string): StoredMaster[] {
  return listNamed(conn)
    .all({ books, kind, term: wholeTerm(name), limit: proposedMax })
    .map(({ master }) => master)
}

/** Other names of the same entry in the shop's own list. */
function ourNames(conn: Conn, kind: NameKind, name: string): string[] {
  const folded = foldText(name)
  const entry = findName(conn).get({ kind, folded }) ?? findAliasHolder(conn).get({ kind, folded })
  if (entry === undefined) return []
  const aliases = listAliasesOf(conn).all({ nameId: entry.id, limit: aliasesMax })
  return [entry.name, ...aliases.map(({ alias }) => alias)].filter(
    (other) => foldText(other) !== folded,
  )
}

function* findUnits(within: InBooks, ours: string): Generator<Found> {
  yield* because('same name', named(within, 'unit', ours))
  for (const other of otherUnits(foldText(ours))) {
    yield* because('the same unit', named(within, 'unit', other))
  }
}

function* findOnly({ conn, books }: InBooks): Generator<Found> {
  const [first, second] = listFirst(conn).all({ books, kind: 'godown', limit: 2 })
  if (first !== undefined && second === undefined) yield { master: first, reason: 'the only one' }
}

/** The accounts' own type for this kind of voucher, even if somebody renamed it. */
function* findTypes(within: InBooks, ours: string): Generator<Found> {
  const usual = new Map<string, string>(Object.entries(usualVoucherTypes)).get(ours)
  if (usual === undefined) return
  yield* because('same name', named(within, 'voucher_type', usual))
  const types = listFirst(within.conn).all({
    books: within.books,
    kind: 'voucher_type',
    limit: comparedMax,
  })
  const isOfIt = ({ details }: StoredMaster) => {
    const { reserved_name: reserved, parent } = readDetails(details)
    return [reserved, parent].includes(usual)
  }
  yield* because(`a kind of ${usual}`, types.filter(isOfIt))
}

/** Finds ledgers by role: a word of the role in the name, and the same rate where both have one. */
function* findLedgers(within: InBooks, ours: string): Generator<Found> {
  const { base, rest } = readRole(ours)
  const { words, beside = [], parent } = roleOf(base)
  if (base === 'bank') return yield* findBanks(within, rest)
  const asked = isRate(rest) ? words : [...words, ...wordsOf(rest)]
  const fitting = sharing(within, 'ledger', asked)
    .filter((master) => fitsRole(master, { beside, parent, rest }))
    .toSorted((a, b) => Number(hasRate(b.name, rest)) - Number(hasRate(a.name, rest)))
  yield* because('by its name', fitting)
}

/** Papers and ledger names often give only the last digits of an account. A ledger with other digits is another account. */
function* findBanks(within: InBooks, account: string): Generator<Found> {
  const { words, parent } = roleOf('bank')
  const last = lastDigits(account)
  const asked = [...words, ...wordsOf(account), ...(last === undefined ? [] : [last])]
  const fitting = sharing(within, 'ledger', asked)
    .filter((master) => fitsRole(master, { beside: [], parent, rest: '' }))
    .map((master) => ({ master, digits: lastDigits(master.name) }))
  const isSame = ({ digits }: { digits: string | undefined }) => digits === last
  if (last !== undefined) {
    yield* because(
      `the last digits ${last}`,
      fitting.filter(isSame).map(({ master }) => master),
    )
  }
  const unclear = fitting.filter(({ digits }) => last === undefined || digits === undefined)
  yield* because(
    'by its name',
    unclear.map(({ master }) => master),
  )
}

/** The last four digits of the last number in a text. Undefined where it has fewer. */
function lastDigits(text: string): string | undefined {
  return /(\d{4})(?!.*\d)/.exec(text)?.[1]
}

type Wanted = { beside: readonly string[]; parent: string | undefined; rest: string }

function fitsRole({ name, details }: StoredMaster, { beside, parent, rest }: Wanted): boolean {
  const words = wordsOf(name)
  if (beside.length > 0 && !beside.some((word) => words.includes(word))) return false
  const group = readDetails(details).parent
  if (parent !== undefined && group !== undefined && foldText(group) !== parent) return false
  return !isRate(rest) || ratesIn(name).length === 0 || hasRate(name, rest)
}

function ratesIn(name: string): number[] {
  return Array.from(name.matchAll(/\d+(?:\.\d+)?/g), ([digits]) => Number(digits))
}

function hasRate(name: string, rest: string): boolean {
  return isRate(rest) && ratesIn(name).includes(Number(rest))
}

function because(reason: string, masters: readonly StoredMaster[]): Found[] {
  return masters.map((master) => ({ master, reason }))
}

/** A ledger without a rate in its name serves every rate. */
function fieldOf({ kind, ours }: Mapped, name: string): string {
  if (kind !== 'ledger') return `${kind}:${ours}`
  const { base, rest } = readRole(ours)
  return isRate(rest) && ratesIn(name).length === 0 ? `ledger:${base}` : `ledger:${ours}`
}

/** Spellings of one unit, folded (source: the unit codes that GST returns accept, and units printed on bills). */
const spellings: readonly (readonly string[])[] = [
  ['nos', 'no', 'number', 'numbers', 'pcs', 'pc', 'piece', 'pieces', 'each', 'ea', 'unt', 'unit'],
  ['kgs', 'kg', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['gms', 'gm', 'g', 'gram', 'grams'],
  ['ltr', 'l', 'lt', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
  ['mlt', 'ml', 'mls', 'millilitre', 'millilitres'],
  ['mtr', 'm', 'mtrs', 'metre', 'metres', 'meter', 'meters'],
  ['box', 'boxes', 'bx'],
  ['pac', 'pkt', 'pkts', 'pack', 'packs', 'packet', 'packets'],
  ['doz', 'dozen', 'dozens', 'dzn'],
  ['btl', 'bottle', 'bottles'],
  ['bag', 'bags'],
  ['set', 'sets'],
  ['prs', 'pair', 'pairs', 'pr'],
  ['rol', 'roll', 'rolls'],
  ['ton', 'tons', 'tonne', 'tonnes', 'mts', 'mt'],
  ['qtl', 'quintal', 'quintals'],
  ['ctn', 'carton', 'cartons'],
  ['cas', 'case', 'cases'],
  ['tin', 'tins', 'can', 'cans'],
  ['jar', 'jars'],
]

/** Other spellings of a unit, folded. Empty for an unknown unit. */
function otherUnits(folded: string): readonly string[] {
  const bare = folded.replaceAll('.', '')
  return spellings.find((group) => group.includes(bare)) ?? []
}

/*
 * What a ledger is for, in the form that bridges use: `cgst_input:9`, `purchase:18`, `freight`, `bank:50100123456789`. After the colon
 * comes the GST rate in per cent, or the account number.
 */

type Role = {
  /** What people call such a ledger. */
  title: string
  /** Words, one of which is likely in the ledger's name. */
  words: readonly string[]
  /** Words, one of which the name should have too. */
  beside?: readonly string[]
  /** The group that the ledger is likely in, folded. */
  parent?: string
}

const input = ['input', 'itc', 'purchase', 'purchases', 'receivable']
const output = ['output', 'sales', 'sale', 'payable']

const roles: Readonly<Record<string, Role>> = {
  purchase: { title: 'Purchases', words: ['purchase', 'purchases'], parent: 'purchase accounts' },
  sales: { title: 'Sales', words: ['sale', 'sales'], parent: 'sales accounts' },
  cgst_input: { title: 'Input CGST', words: ['cgst', 'central'], beside: input },
  sgst_input: { title: 'Input SGST', words: ['sgst', 'utgst', 'state'], beside: input },
  igst_input: { title: 'Input IGST', words: ['igst', 'integrated'], beside: input },
  cess_input: { title: 'Input cess', words: ['cess'], beside: input },
  cgst_output: { title: 'Output CGST', words: ['cgst', 'central'], beside: output },
  sgst_output: { title: 'Output SGST', words: ['sgst', 'utgst', 'state'], beside: output },
  igst_output: { title: 'Output IGST', words: ['igst', 'integrated'], beside: output },
  cess_output: { title: 'Output cess', words: ['cess'], beside: output },
  freight: { title: 'Freight', words: ['freight', 'transport', 'carriage', 'cartage', 'courier'] },
  discount: { title: 'Discount', words: ['discount', 'discounts'] },
  round_off: { title: 'Round-off', words: ['round', 'rounded', 'rounding', 'roundoff'] },
  charges: { title: 'Other charges', words: ['packing', 'loading', 'charges', 'handling'] },
  deduction: { title: 'Deductions', words: ['deduction', 'deductions', 'less'] },
  tcs: { title: 'TCS', words: ['tcs'] },
  tds: { title: 'TDS', words: ['tds'] },
  customer: { title: 'Customers of the web shop', words: ['cash', 'online', 'web', 'customer'] },
  bank: { title: 'Bank account', words: ['bank'], parent: 'bank accounts' },
  cash: { title: 'Cash', words: ['cash'], parent: 'cash-in-hand' },
  suspense: { title: 'Suspense', words: ['suspense'], parent: 'suspense a/c' },
}

/** Splits a role at the colon: `rest` is a GST rate, an account number, or ''. */
export function readRole(text: string): { base: string; rest: string } {
  const [base = '', ...rest] = text.split(':')
  return { base, rest: rest.join(':') }
}

function roleOf(base: string): Role {
  const known = Object.hasOwn(roles, base) ? roles[base] : undefined
  return known ?? { title: base.replaceAll('_', ' '), words: base.split('_') }
}

/** "Input CGST at 9 %", "Purchases", "Bank account 50100123456789" */
export function roleTitle(text: string): string {
  const { base, rest } = readRole(text)
  const { title } = roleOf(base)
  if (rest === '') return title
  return isRate(rest) ? `${title} at ${rest} %` : `${title} ${rest}`
}

/** Whether there may be a ledger for each rate: for purchases, sales and taxes. */
export function hasRates(base: string): boolean {
  return base === 'purchase' || base === 'sales' || /_(input|output)$/.test(base)
}

/** Whether the text after the colon is a rate. A ledger without a rate serves every rate. */
export function isRate(rest: string): boolean {
  return /^\d{1,3}(\.\d+)?$/.test(rest) && Number(rest) <= 100
}

/** What the accounts say of a stock item. null where they say nothing. */
type KnownGoods = { hsn: string | null; unit: string | null; gstPct: number | null }

/**
 * What the accounts say about goods that bills call `name`. Uses the confirmed stock item, or else the only item with that name or alias.
 * The accounts with the latest report come first. Undefined where none has the item.
 */
export function goodsKnown(conn: Conn, name: string): KnownGoods | undefined {
  for (const { id } of allBooks(conn)) {
    const item = confirmed(conn, id, name) ?? onlyNamed(conn, id, name)
    if (item !== undefined) return knownOf(item)
  }
  return undefined
}

function confirmed(conn: Conn, books: number, name: string): StoredMaster | undefined {
  const mapping = findMapping(conn).get({ books, kind: 'item', match: foldText(name) })
  if (mapping === undefined || mapping.masterId === null) return undefined
  return findMaster(conn).get({ books, kind: 'item', id: mapping.masterId })
}

function onlyNamed(conn: Conn, books: number, name: string): StoredMaster | undefined {
  const found = listNamed(conn).all({ books, kind: 'item', term: wholeTerm(name), limit: 2 })
  return found.length === 1 ? found[0]?.master : undefined
}

function knownOf({ hsn, details }: StoredMaster): KnownGoods {
  const { unit = null, gst_rate: gstPct = null } = readDetails(details)
  return { hsn: hsn === '' ? null : hsn, unit, gstPct }
}
