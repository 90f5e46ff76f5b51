import { queryOptions } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'

/** How often long work is asked how far it is, in milliseconds. */
const followMs = 700

/** Backups on a page. */
const pageSize = 20

export const shopQuery = queryOptions({
  queryKey: ['settings', 'shop'],
  queryFn: () => ask(api.settings.shop.get()),
})

export const nightlyQuery = queryOptions({
  queryKey: ['settings', 'nightly'],
  queryFn: () => ask(api.settings.nightly.get()),
  refetchInterval: ({ state }) =>
    state.data?.cleanup != null && state.data.cleanup.endedAt === null ? followMs : false,
})

export const forecastQuery = queryOptions({
  queryKey: ['settings', 'cleanup'],
  queryFn: () => ask(api.settings.cleanup.get()),
})

export const allBackups = ['settings', 'backups']

export function backupsQuery(page: number) {
  return queryOptions({
    queryKey: [...allBackups, page],
    queryFn: () => ask(api.settings.backups.get({ query: { page, size: pageSize } })),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.work != null && state.data.work.endedAt === null ? followMs : false,
  })
}

export const networkQuery = queryOptions({
  queryKey: ['network'],
  queryFn: () => ask(api.network.get()),
})

export type Shop = Awaited<ReturnType<NonNullable<typeof shopQuery.queryFn>>>

export type Nightly = Awaited<ReturnType<NonNullable<typeof nightlyQuery.queryFn>>>

export type NetworkState = Awaited<ReturnType<NonNullable<typeof networkQuery.queryFn>>>

export type BackupPage = Awaited<
  ReturnType<NonNullable<ReturnType<typeof backupsQuery>['queryFn']>>
>
/** A backup as the list has it. */
export type Backup = BackupPage['items'][number]
