import type { Master } from '../books.ts'
import { foldText } from '../../platform/text.ts'

/** Daybook's maximum length of a name or an alias. */
const nameCharactersMax = 200

/**
 * How many characters a spelling needs. Vendors are searched in bank texts, where short codes and numbers can mean anything. Products
 * match only whole lines.
 */
const telling = {
  vendor: { characters: /\p{L}/gu, min: 4 },
  product: { characters: /[\p{L}\p{N}]/gu, min: 2 },
} as const

export type NameKind = keyof typeof telling

/** What was brought of a party or a stock item: the entry in Daybook, and all spellings in the accounts so far. */
export type Brought = { entry: string; spelled: string[]; gstin?: string }

/** A mapping that somebody confirmed: `ours` is the name on the paper or in the list, `theirs` the name in the accounts. */
export type Confirmed = { ours: string; theirs: string }

/** Aliases to add, to an existing or a new entry. */
export type Addition = { entry: Entry; isNew: boolean; aliases: string[] }

export type Plan = {
  additions: readonly Addition[]
  /** What is brought after the additions, by the master's id. New entries get their ids later. */
  brought: ReadonlyMap<string, { of: Entry; spelled: string[]; gstin: string }>
  /** How many spellings are left out: another entry has them, or somebody confirmed them as another name. */
  left: number
}

/** `known`: what was brought before, by the master's id. */
type From = {
  list: NameList
  known: ReadonlyMap<string, Brought>
  confirmed: readonly Confirmed[]
}

/**
 * The names of changed masters that are missing in a list. The plan changes nothing that exists, and does not bring back what a person
 * deleted. Parties with the same GSTIN become one vendor.
 */
export function planNames(kind: NameKind, masters: readonly Master[], from: From): Plan {
  const planner = new Planner(kind, from)
  for (const master of masters) planner.take(master)
  return planner.plan()
}

class Planner {
  readonly #kind: NameKind
  readonly #list: NameList
  readonly #known: From['known']
  readonly #additions = new Map<Entry, Addition>()
  readonly #brought = new Map<string, { of: Entry; spelled: string[]; gstin: string }>()
  readonly #byGstin = new Map<string, Entry>()
  /** Entries that stand for a master already. */
  readonly #taken = new Set<Entry>()
  readonly #confirmedOurs: ReadonlySet<string>
  readonly #confirmedTheirs = new Map<string, string[]>()
  #left = 0

  constructor(kind: NameKind, { list, known, confirmed }: From) {
    this.#kind = kind
    this.#list = list
    this.#known = known
    this.#confirmedOurs = new Set(confirmed.map(({ ours }) => foldText(ours)))
    for (const { ours, theirs } of confirmed) {
      const names = this.#confirmedTheirs.get(foldText(theirs))
      if (names === undefined) this.#confirmedTheirs.set(foldText(theirs), [ours])
      else names.push(ours)
    }
    for (const brought of known.values()) {
      const entry = this.#entryOf(brought)
      const { gstin = '' } = brought
      if (entry !== undefined) this.#taken.add(entry)
      if (gstin !== '' && entry !== undefined && !this.#byGstin.has(gstin)) {
        this.#byGstin.set(gstin, entry)
      }
    }
  }

  take(master: Master): void {
    const { id, gstin = '' } = master
    const before = this.#known.get(id)
    const spellings = spellingsOf(this.#kind, master)
    const spelled = new Set((before?.spelled ?? []).map(foldText))
    const fresh = spellings.filter((text) => !spelled.has(foldText(text)))
    const [name] = spellings
    if (name === undefined || (fresh.length === 0 && before?.gstin === given(gstin))) return
    const found = this.#find(gstin, spellings, before)
    // A person deleted the entry. It stays deleted, whatever else changes in the accounts.
    if (found === undefined && before !== undefined) return
    const entry = found ?? this.#make(name)
    for (const text of fresh) this.#spell(entry, text)
    if (gstin !== '' && !this.#byGstin.has(gstin)) this.#byGstin.set(gstin, entry)
    this.#taken.add(entry)
    this.#brought.set(id, { of: entry, spelled: [...(before?.spelled ?? []), ...fresh], gstin })
  }

  plan(): Plan {
    const additions = [...this.#additions.values()].filter(
      ({ isNew, aliases }) => isNew || aliases.length > 0,
    )
    return { additions, brought: this.#brought, left: this.#left }
  }

  #entryOf({ entry, spelled }: Brought): Entry | undefined {
    const found = this.#list.withId(entry)
    return found ?? first(spelled, (text) => this.#list.holderOf(text))
  }

  #find(
    gstin: string,
    [name = '', ...others]: readonly string[],
    before: Brought | undefined,
  ): Entry | undefined {
    if (before !== undefined) return this.#entryOf(before)
    const confirmed = this.#confirmedTheirs.get(foldText(name)) ?? []
    return (
      this.#list.holderOf(name) ??
      this.#byGstin.get(gstin) ??
      first(confirmed, (ours) => this.#list.holderOf(ours)) ??
      first(others, (alias) => this.#freeHolderOf(alias))
    )
  }

  /** An alias alone does not merge two masters that the accounts keep apart. */
  #freeHolderOf(alias: string): Entry | undefined {
    const holder = this.#list.holderOf(alias)
    return holder !== undefined && this.#taken.has(holder) ? undefined : holder
  }

  #make(name: string): Entry {
    const entry: Entry = { id: '', name, aliases: [] }
    this.#list.add(entry)
    this.#additions.set(entry, { entry, isNew: true, aliases: [] })
    return entry
  }

  #spell(entry: Entry, text: string): void {
    const holder = this.#list.holderOf(text)
    if (holder === entry) return
    if (holder !== undefined || this.#isConfirmedAsOther(entry, text)) {
      this.#left += 1
      return
    }
    const addition = this.#additions.get(entry) ?? { entry, isNew: false, aliases: [] }
    addition.aliases.push(text)
    this.#additions.set(entry, addition)
    this.#list.addAlias(entry, text)
  }

  /** Papers with this text are already entered under exactly this name. As an alias of another entry it would break that mapping. */
  #isConfirmedAsOther({ name }: Entry, text: string): boolean {
    return this.#confirmedOurs.has(foldText(text)) && !this.#confirmedOurs.has(foldText(name))
  }
}

/** The spellings in the accounts, the name first. Empty when the name itself is too short. */
function spellingsOf(kind: NameKind, { name, aliases = [], part_no = '' }: Master): string[] {
  if (!isTelling(kind, name)) return []
  const byFolded = new Map<string, string>()
  for (const text of [name, ...aliases, part_no].map((each) => each.trim())) {
    const folded = foldText(text)
    if (isTelling(kind, text) && !byFolded.has(folded)) byFolded.set(folded, text)
  }
  return [...byFolded.values()]
}

function isTelling(kind: NameKind, text: string): boolean {
  const { characters, min } = telling[kind]
  const found = text.match(characters)?.length ?? 0
  return found >= min && Array.from(text).length <= nameCharactersMax
}

function given(gstin: string): string | undefined {
  return gstin === '' ? undefined : gstin
}

function first<T, Found>(items: readonly T[], find: (item: T) => Found | undefined) {
  for (const item of items) {
    const found = find(item)
    if (found !== undefined) return found
  }
  return undefined
}

/** An entry of Daybook's vendor or product list. `id` is '' until Daybook has created it. */
type Entry = { id: string; name: string; aliases: string[] }

/** One of Daybook's lists of names, including what is about to be added. */
export class NameList {
  readonly #byId = new Map<string, Entry>()
  readonly #byName = new Map<string, Entry>()
  readonly #byAlias = new Map<string, Entry>()

  constructor(entries: readonly Entry[]) {
    for (const entry of entries) this.add(entry)
  }

  /** Undefined for an entry that somebody merged or deleted. */
  withId(id: string): Entry | undefined {
    return id === '' ? undefined : this.#byId.get(id)
  }

  /** The entry with this name, or else the one with this alias. Daybook looks names up in the same order. */
  holderOf(text: string): Entry | undefined {
    const folded = foldText(text)
    return this.#byName.get(folded) ?? this.#byAlias.get(folded)
  }

  add(entry: Entry): void {
    if (entry.id !== '') this.#byId.set(entry.id, entry)
    this.#byName.set(foldText(entry.name), entry)
    for (const alias of entry.aliases) this.#hold(entry, alias)
  }

  addAlias(entry: Entry, alias: string): void {
    entry.aliases.push(alias)
    this.#hold(entry, alias)
  }

  #hold(entry: Entry, alias: string): void {
    const folded = foldText(alias)
    if (!this.#byAlias.has(folded)) this.#byAlias.set(folded, entry)
  }
}
