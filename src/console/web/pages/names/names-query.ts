import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'

export type NameKind = 'vendor' | 'product'

export type NameSearch = { q?: string; page?: number; show?: 'unknown' }

/** Entries on a page. */
const pageSize = 50

/** Entries that a field offers to choose from. */
const offeredMax = 20

/** Every query of names begins with this, so that a change makes all of them ask again. */
const allNames = ['names']

export function namesQuery(kind: NameKind, { q = '', page = 1 }: NameSearch) {
  return queryOptions({
    queryKey: [...allNames, kind, { q, page }],
    queryFn: () => ask(api.names.get({ query: { kind, q, page: `${page}`, size: `${pageSize}` } })),
    placeholderData: (before) => before,
  })
}

export function offeredQuery(kind: NameKind, q: string) {
  return queryOptions({
    queryKey: [...allNames, kind, 'offered', q],
    queryFn: () => ask(api.names.get({ query: { kind, q, size: `${offeredMax}` } })),
    placeholderData: (before) => before,
  })
}

export function unknownQuery(kind: NameKind, page: number) {
  return queryOptions({
    queryKey: [...allNames, kind, 'unknown', page],
    queryFn: () =>
      ask(api.names.unknown.get({ query: { kind, page: `${page}`, size: `${pageSize}` } })),
    placeholderData: (before) => before,
  })
}

/** An entry with all its aliases, of which the list shows the first. */
export function entryQuery(id: string) {
  return queryOptions({
    queryKey: [...allNames, 'entry', id],
    queryFn: () => ask(api.names({ id }).get()),
  })
}

/** Makes everything that shows names ask again. */
export function useFreshNames() {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: allNames })
}

type NamePage = Awaited<ReturnType<NonNullable<ReturnType<typeof namesQuery>['queryFn']>>>
type UnknownPage = Awaited<ReturnType<NonNullable<ReturnType<typeof unknownQuery>['queryFn']>>>
export type Entry = NamePage['items'][number]
export type Alias = Entry['aliases'][number]
export type UnknownName = UnknownPage['items'][number]
/** Why an alias was not added. */
export type Conflict = Awaited<ReturnType<typeof addAliases>>['conflicts'][number]

export function addAliases(id: string, aliases: string[]) {
  return ask(api.names({ id }).aliases.post({ aliases }))
}
