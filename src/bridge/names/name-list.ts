import { foldText } from '../../platform/text.ts'

/** An entry of Daybook's vendor or product list. `id` is '' until Daybook has created it. */
export type Entry = { id: string; name: string; aliases: string[] }

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
