import { queryOptions } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery } from '../../client.ts'
import { choiceSearch, pageSearch, searchOf } from '../../search.ts'

/** The page's values in the address: the section, and the page of the backups. */
export const settingsSearch = searchOf(
  pageSearch,
  choiceSearch('section', [
    'invoices',
    'reading',
    'night',
    'backups',
    'archive',
    'network',
    'troubles',
    'appearance',
  ]),
)

/** The pause between questions about the progress of long work, in milliseconds. */
const followMs = 700

/** The pause between questions about watched folders, in milliseconds: as long as the server's pause between two looks. */
const foldersMs = 5000

/** The number of backups on a page. */
const pageSize = 20

export const shopQuery = answerQuery(['settings', 'shop'], () => api.settings.shop.get())

export const invoiceSettingsQuery = answerQuery(['settings', 'invoices'], () =>
  api.settings.invoices.get(),
)

export const numbersQuery = answerQuery(['settings', 'invoice-numbers'], () =>
  api.settings.invoices.numbers.get(),
)

/** A series of papers with its next number. */
export type NextNumber = AnswerOf<typeof numbersQuery>['items'][number]

export type InvoiceSettings = AnswerOf<typeof invoiceSettingsQuery>

export const foldersQuery = queryOptions({
  queryKey: ['settings', 'folders'],
  queryFn: () => ask(api.settings.folders.get()),
  refetchInterval: foldersMs,
})

export type WatchedFolders = AnswerOf<typeof foldersQuery>

export const passwordsQuery = answerQuery(['settings', 'passwords'], () =>
  api.settings.passwords.get(),
)

export type KeptPasswords = AnswerOf<typeof passwordsQuery>

export const offsiteQuery = queryOptions({
  queryKey: ['settings', 'offsite'],
  queryFn: () => ask(api.settings.offsite.get()),
  refetchInterval: ({ state }) => (state.data?.place?.isCopying === true ? followMs : false),
})

export type SecondPlace = NonNullable<AnswerOf<typeof offsiteQuery>['place']>

export const archiveQuery = queryOptions({
  queryKey: ['settings', 'archive'],
  queryFn: () => ask(api.settings.archive.get()),
  refetchInterval: ({ state }) => (state.data?.archive?.isWriting === true ? followMs : false),
})

export type ShownArchive = NonNullable<AnswerOf<typeof archiveQuery>['archive']>

/** Asked only when the user wants the checks: they take some seconds. */
export const troublesQuery = queryOptions({
  queryKey: ['settings', 'troubles'],
  queryFn: () => ask(api.settings.troubles.get()),
  staleTime: Infinity,
})

export type Finding = AnswerOf<typeof troublesQuery>['findings'][number]

export const nightlyQuery = queryOptions({
  queryKey: ['settings', 'nightly'],
  queryFn: () => ask(api.settings.nightly.get()),
  refetchInterval: ({ state }) =>
    state.data?.cleanup != null && state.data.cleanup.endedAt === null ? followMs : false,
})

export const forecastQuery = answerQuery(['settings', 'cleanup'], () => api.settings.cleanup.get())

export function backupsQuery({ page = 1 }: { page?: number }, size = pageSize) {
  return queryOptions({
    queryKey: ['settings', 'backups', page, size],
    queryFn: () => ask(api.settings.backups.get({ query: { page, size } })),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) =>
      state.data?.work != null && state.data.work.endedAt === null ? followMs : false,
  })
}

export const networkQuery = answerQuery(['network'], () => api.network.get())

export type Shop = AnswerOf<typeof shopQuery>

export type Nightly = AnswerOf<typeof nightlyQuery>

export type NetworkState = AnswerOf<typeof networkQuery>

export type BackupPage = AnswerOf<typeof backupsQuery>
/** A backup of the list. */
export type Backup = BackupPage['items'][number]
