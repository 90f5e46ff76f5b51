import type { Chosen } from './entry-select.tsx'
import type { Alias, Entry } from './names-query.ts'

/** What an owner began to do with an entry. */
export type Doing =
  | { what: 'rename' | 'add aliases' | 'remove'; entry: Entry }
  | { what: 'merge'; entry: Entry; with: Chosen | null }
  | { what: 'move alias'; entry: Entry; alias: Alias }
