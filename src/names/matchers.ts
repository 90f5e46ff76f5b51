import type { Conn } from '../platform/db/connection.ts'
import { versioned } from '../platform/db/versioned.ts'
import { nameMatcher, type NameMatcher } from './matching.ts'
import { listNames, nameListsVersion } from './queries.ts'
import type { NameKind } from './rules.ts'

export type NameMatchers = {
  /** Changes with every change of either list. */
  version: string
  vendors: NameMatcher
  products: NameMatcher
}

/** The matchers of both name lists as they stand in the database. */
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
