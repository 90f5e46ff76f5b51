import type { HistoryAction } from '../../api/history.ts'
import { counted } from '../../components/values.tsx'
import type { Entry } from './data.ts'
import { entryWords } from './entry-words.ts'

/** An entry and the earlier similar entries, newest first. */
export type Run = Entry & { more?: readonly Entry[] }

/** Shorter runs are as quick to read one by one. */
const runMin = 3

/** Combines consecutive entries of the same kind, by the same person or key, on the same day. */
export function foldRuns(entries: readonly Entry[]): Run[] {
  const runs: [Entry, ...Entry[]][] = []
  for (const entry of entries) {
    const run = runs.at(-1)
    if (run !== undefined && isAlike(run[0], entry)) run.push(entry)
    else runs.push([entry])
  }
  return runs.flatMap(([first, ...more]) =>
    more.length + 1 >= runMin ? { ...first, more } : [first, ...more],
  )
}

function isAlike(one: Entry, other: Entry): boolean {
  return sortOf(one) === sortOf(other)
}

function sortOf({ action, kind, by, keyName, details, at }: Entry): string {
  // For actions on keys, the key is the subject, not the actor.
  const key = kind === 'keys' ? null : keyName
  return JSON.stringify([action, by?.id, key, details['source'], new Date(at).toDateString()])
}

/** "12 products changed" */
export function runWords({ more = [], ...first }: Run): string {
  if (more.length === 0) return entryWords(first)
  const words = new Map<string, Words>(Object.entries(known)).get(first.action)
  if (words === undefined) return `${entryWords(first)}, and ${more.length} more of the kind`
  return words(sumsOf([first, ...more]))
}

type Sums = {
  /** The number of entries. */
  count: number
  /** The sum of a number in their details. */
  sum(field: string): number
  /** The number of different subjects, by a text in their details. */
  distinct(field: string): number
  source: string
}

type Words = (sums: Sums) => string

const known: Partial<Record<HistoryAction, Words>> = {
  'product added': ({ count }) => `${counted(count, 'product')} added`,
  'product changed': ({ distinct }) => `${counted(distinct('id'), 'product')} changed`,
  'products changed': ({ sum }) => `${counted(sum('products'), 'product')} changed`,
  'products deleted': ({ sum }) => `${counted(sum('products'), 'product')} deleted`,
  'products imported': ({ sum }) => `Products imported: ${addedAndChanged(sum)}`,
  'products sent': ({ sum, count }) =>
    `Products sent ${counted(count, 'time')}: ${addedAndChanged(sum)}`,
  'stock sent': ({ sum, count }) =>
    `Stock or prices sent ${counted(count, 'time')}: ${counted(sum('changed'), 'change')}`,
  'scans acknowledged': ({ sum, source, count }) =>
    `${counted(sum('updated'), 'document')} delivered${source === '' ? '' : ` to ${source}`} in ${count} calls`,
  'orders acknowledged': ({ sum, count }) =>
    `${counted(sum('orders'), 'order')} delivered in ${count} calls`,
  'scan corrected': ({ count }) => `${counted(count, 'document')} corrected or confirmed by hand`,
  'scan removed': ({ count }) => `${counted(count, 'document')} removed before their 30 days`,
  'scan moved': ({ count }) => `${counted(count, 'document')} made another kind`,
  'order placed': ({ count }) => `${counted(count, 'order')} placed by hand`,
  'order moved': ({ count }) => `The status of orders was changed ${count} times`,
  'user added': ({ count }) => `${counted(count, 'user')} added`,
  'key created': ({ count }) => `${counted(count, 'API key')} made`,
  'key revoked': ({ count }) => `${counted(count, 'API key')} revoked`,
  'signed in': ({ count }) => `Signed in ${count} times`,
  'sign-in refused': ({ count }) => `Signing in was refused ${count} times`,
  'code refused': ({ count }) => `Wrong codes of a second step were entered ${count} times`,
}

function addedAndChanged(sum: Sums['sum']): string {
  return `${sum('added')} added, ${sum('changed')} changed`
}

function sumsOf(entries: readonly Entry[]): Sums {
  const source = entries[0]?.details['source']
  return {
    count: entries.length,
    sum: (field) =>
      entries.reduce((sum, { details }) => {
        const value = details[field]
        return sum + (typeof value === 'number' ? value : 0)
      }, 0),
    distinct: (field) => new Set(entries.map(({ details }) => details[field])).size,
    source: typeof source === 'string' ? source : '',
  }
}
