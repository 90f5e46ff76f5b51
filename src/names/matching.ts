import { foldText } from '../platform/text.ts'
import { type Conn, versioned } from '../platform/db/connection.ts'
import { listNames, nameListsVersion } from './queries.ts'
import type { NameKind } from './rules.ts'

/** One entry of the vendor or the product list. */
export type NameEntry = { id: string; name: string; aliases: readonly string[] }

export type NameMatcher = {
  /** The canonical name of the entry with this name or alias, after folding. Undefined without one. */
  canonical(name: string): string | undefined
  /**
   * The canonical name of the entry whose name or alias occurs in the text as whole words: the longest, and of two equally long ones the
   * first. Everything but letters, their vowel signs and digits separates words.
   */
  findIn(text: string): string | undefined
}

/**
 * The fewest letters and digits of a name that is searched for in texts: "A/c" and "M/s" would occur everywhere. There is no other limit:
 * "HP" is found where it is a word of its own.
 */
const findableCharactersMin = 2

/** Builds a matcher in time linear in the names. An entry's name beats another entry's alias. Otherwise the first one wins. */
export function nameMatcher(entries: readonly NameEntry[]): NameMatcher {
  const canonicalNames = new Map<string, string>()
  const root: WordNode = {}
  const add = (spelling: string, name: string) => {
    const folded = foldText(spelling)
    if (folded === '' || canonicalNames.has(folded)) return
    canonicalNames.set(folded, name)
    addWords(root, wordsOf(folded), name)
  }
  for (const entry of entries) add(entry.name, entry.name)
  for (const entry of entries) for (const alias of entry.aliases) add(alias, entry.name)
  return {
    canonical: (name) => canonicalNames.get(foldText(name)),
    findIn: (text) => findLongest(root, wordsOf(foldText(text))),
  }
}

/** The words of all names as a tree: each path from the root spells a name, and ends where `name` is set. */
type WordNode = { name?: string; next?: Map<string, WordNode> }

function addWords(root: WordNode, words: readonly string[], name: string): void {
  if (lengthOf(words) < findableCharactersMin) return
  let node = root
  for (const word of words) {
    node.next ??= new Map()
    const next: WordNode = node.next.get(word) ?? {}
    node.next.set(word, next)
    node = next
  }
  node.name ??= name
}

/** Takes time proportional to the words of the text times the words of the longest name that they begin, however long the list is. */
function findLongest(root: WordNode, words: readonly string[]): string | undefined {
  let found: string | undefined
  let foundLength = 0
  for (let start = 0; start < words.length; start += 1) {
    let node: WordNode | undefined = root
    let length = 0
    for (let end = start; end < words.length; end += 1) {
      const word: string = words[end] ?? ''
      node = node.next?.get(word)
      if (node === undefined) break
      length += word.length
      if (node.name !== undefined && length > foundLength) {
        found = node.name
        foundLength = length
      }
    }
  }
  return found
}

function wordsOf(folded: string): readonly string[] {
  return folded.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

function lengthOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}

export type NameMatchers = {
  /** Changes with every change of either list. */
  version: string
  vendors: NameMatcher
  products: NameMatcher
}

/** The current matchers of both name lists in the database. */
export type FindMatchers = (conn: Conn) => NameMatchers

export function nameMatchers(): FindMatchers {
  return versioned(nameListsVersion, (conn) => ({
    version: nameListsVersion(conn),
    vendors: matcherOf(conn, 'vendor'),
    products: matcherOf(conn, 'product'),
  }))
}

function matcherOf(conn: Conn, kind: NameKind): NameMatcher {
  return nameMatcher(
    listNames(conn, kind).map(({ id, name, aliases }) => ({
      id,
      name,
      aliases: aliases.map(({ alias }) => alias),
    })),
  )
}
