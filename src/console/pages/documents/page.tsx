import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconFiles, IconUpload, IconArchive } from '@tabler/icons-react'
import { Alert, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { MenuAction, MoreMenu, LinkButton, TextLink } from '../../components/buttons.tsx'
import { PutBackDays } from '../../components/day-inputs.tsx'
import { wholeDays, formatDay } from '../../components/days.ts'
import { choiceFilter, seldomFilter, type Filter } from '../../components/filters.tsx'
import { LeaseNotes, InBooksText } from '../../components/books-note.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import { filterOf } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentsWait } from '../../words.ts'
import { ChosenDocuments } from './chosen.tsx'
import { documentsQuery, documentsSearch, type ListedDocument } from './data.ts'
import { TypeInButton } from './form/queue/queue-bar.tsx'
import { ReadingNote } from './reading-notes.tsx'
import { UploadDocuments } from './upload.tsx'
import { t, inEnglish } from '../../language/language.ts'
import { archiveQuery } from '../settings/data.ts'
import { DocumentLink, Noted } from '../../components/cells.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { periodText, StateBadge, stateName } from './words.tsx'

export function DocumentsPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(documentsSearch, documentsQuery)
  const [isUploading, uploading] = useDisclosure()
  const [isPuttingBack, puttingBack] = useDisclosure()
  return (
    <ListPage
      name="documents"
      title={t('Documents')}
      lead={t(
        'Bills, orders and statements, from when they come in until your accounting software has taken them. Each is deleted after 30 days.',
      )}
      add={{ label: t('Add documents'), icon: IconUpload, onClick: uploading.open }}
      actions={
        <>
          {isOwner && (
            <MoreMenu>
              <MenuAction icon={IconArrowBackUp} onClick={puttingBack.open}>
                {t('Put some days back…')}
              </MenuAction>
            </MoreMenu>
          )}
          <TypeInButton />
        </>
      }
      list={list}
      filters={filters}
      columns={documentColumns}
      order={{ by: 'added', isDescending: true }}
      bulk={{
        nameOf: ({ filename }) => filename,
        filter: filterOf(list.search),
        totals: async (query) => {
          const { totalPaise } = await ask(api.documents.totals.get({ query }))
          return { total: totalPaise }
        },
        actions: (chosen) => <ChosenDocuments chosen={chosen} />,
      }}
      top={
        <>
          <LeaseNotes kind="scan" />
          {list.search.synced === 'last-week' && <ArchiveOffer />}
          <ReadingNote />
          <UploadDocuments isOpen={isUploading} onOpen={uploading.open} onClose={uploading.close} />
        </>
      }
      empty={{
        icon: IconFiles,
        title: t('No documents yet'),
        description: t(
          'Add the first bill, order or bank statement: a PDF, a photo or a spreadsheet.',
        ),
      }}
      noMatch={{
        title: t('No document is like that'),
        description: t('Take a filter away, or search for less.'),
      }}
    >
      <PutBackRange isOpen={isPuttingBack} onClose={puttingBack.close} />
    </ListPage>
  )
}

const states = {
  pending: t('To be typed in'),
  reading: t('Being read'),
  successful: t('Read'),
  failed: t('Could not be read'),
  check: t('Check values'),
}

const deliveries = {
  yes: t('Delivered'),
  no: t('Not delivered'),
  'last-week': t('Soon deleted undelivered'),
}

const duplicates = { yes: t('Only duplicates'), no: t('Without duplicates') }

const filters: readonly Filter[] = [
  { by: 'text', label: t('File, number, name or product') },
  choiceFilter('state', t('State'), states, t('Any state')),
  choiceFilter('category', t('Kind'), categoryNames, t('Any kind')),
  { by: 'day', key: 'from', label: t('From day') },
  { by: 'day', key: 'until', label: t('Until day') },
  seldomFilter('synced', t('Delivery'), deliveries, t('Delivered or not')),
  seldomFilter('duplicate', t('Duplicates'), duplicates, t('With duplicates')),
  seldomFilter('doubtful', t('Values'), { yes: t('Doubtful') }, t('Any values')),
  seldomFilter('books', t('Books'), { no: t('Not taken in') }, t('In the books or not')),
]

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

function PutBackRange(dialogue: PutBackRangeProps) {
  return (
    <PutBackDays
      {...dialogue}
      title={t('Put documents back')}
      lead={t(
        'When your accounting software was set back to an earlier state, it lacks what it took since. Choose the days on which it took the documents: they wait for it again.',
      )}
      labels={{ from: t('First day'), until: t('Last day'), action: t('Put them back') }}
      count={(range) => ask(api.documents['synced-count'].get({ query: wholeDays(range) }))}
      isNothing={({ documents }) => documents === 0}
      nothing={t('Nothing was delivered on these days.')}
      warning={({ documents }) =>
        t(
          '{{documents}} again. What your accounting software still has of them may be booked twice, and Daybook forgets when they were delivered.',
          { documents: documentsWait(documents) },
        )
      }
      send={(range) => ask(api.documents['put-back'].post(wholeDays(range)))}
      done={({ documents }) => t('{{documents}} again.', { documents: documentsWait(documents) })}
    />
  )
}

/** Beside documents that will soon be deleted: offers an archive to an owner without one. */
function ArchiveOffer() {
  const isOwner = useSignedIn().user.role === 'owner'
  const { data } = useQuery({ ...archiveQuery, enabled: isOwner })
  if (data === undefined || data.archive !== null) return null
  return (
    <Alert color="cyan" icon={<IconArchive aria-hidden />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          {t(
            'Daybook deletes documents after 30 days. An archive on another disk or a network drive keeps them.',
          )}
        </Text>
        <LinkButton to="/settings" search={{ section: 'archive' }} size="xs" variant="default">
          {t('Keep them')}
        </LinkButton>
      </Group>
    </Alert>
  )
}

/** A document is named by its content, because scanners invent file names. */
const documentColumns: readonly Column<ListedDocument>[] = [
  {
    key: 'seller',
    title: t('Seller'),
    isMain: true,
    canSort: true,
    width: '32%',
    cell: (shown) => <Title shown={shown} />,
    value: sellerOf,
  },
  {
    key: 'number',
    title: t('Number'),
    canSort: true,
    value: numberOf,
  },
  { key: 'date', title: t('Date'), kind: 'day', canSort: true, cell: dateText, value: dateOf },
  {
    key: 'total',
    title: t('Total'),
    kind: 'amount',
    canSort: true,
    isSummed: true,
    onPhone: 'corner',
    value: ({ totalPaise }) => totalPaise,
  },
  {
    key: 'state',
    title: t('State'),
    canSort: true,
    onPhone: 'bare',
    cell: (shown) => <State shown={shown} />,
    value: ({ state }) => inEnglish(stateName(state)),
  },
  {
    key: 'added',
    title: t('Came in'),
    kind: 'time',
    canSort: true,
    value: ({ createdAt }) => createdAt,
  },
  {
    key: 'kind',
    title: t('Kind'),
    isExtra: true,
    cell: ({ category }) => categoryNames[category],
    value: ({ category }) => inEnglish(categoryNames[category]),
  },
  {
    key: 'file',
    title: t('File'),
    isExtra: true,
    value: ({ filename }) => filename,
  },
  {
    key: 'by',
    title: t('Added by'),
    isExtra: true,
    cell: ({ uploadedBy }) => (uploadedBy === '' ? '–' : uploadedBy),
    value: ({ uploadedBy }) => uploadedBy,
  },
  {
    key: 'lines',
    title: t('Lines'),
    kind: 'count',
    isExtra: true,
    value: ({ lines }) => lines,
  },
  {
    key: 'delivered',
    title: t('Delivered on'),
    kind: 'time',
    isExtra: true,
    value: ({ syncedAt }) => syncedAt,
  },
  {
    key: 'expires',
    title: t('Deleted on'),
    kind: 'time',
    isExtra: true,
    value: ({ expiresAt }) => expiresAt,
  },
]

/** The seller of a bank statement is its bank. */
function sellerOf({ seller, account }: ListedDocument): string | null {
  return seller ?? account?.bank ?? null
}

function numberOf({ invoiceNo, account }: ListedDocument): string | null {
  if (account === null || account.number === null) return invoiceNo
  return `A/c ${account.number}`
}

/** The date of a bank statement is its last day. */
function dateOf({ invoiceDate, account }: ListedDocument): string | null {
  return invoiceDate ?? account?.to ?? null
}

function dateText({ invoiceDate, account }: ListedDocument): string {
  if (account !== null) return periodText(account) ?? '–'
  return invoiceDate === null ? '–' : formatDay(invoiceDate)
}

type Shown = { shown: ListedDocument }

function Title({ shown }: Shown) {
  const { id, category, uploadedBy } = shown
  // Most documents are bills, so only other kinds are named.
  const kind = category === 'vendor_invoice' ? '' : categoryNames[category]
  const about = [kind, uploadedBy].filter((part) => part !== '').join(', ')
  const seller = sellerOf(shown)
  if (seller === null) {
    return (
      <Noted note={about}>
        <DocumentLink to={shown} inherit fw={600} />
      </Noted>
    )
  }
  return (
    <Noted
      note={
        <>
          <DocumentLink to={shown} inherit c="dimmed" />
          {about !== '' && ` · ${about}`}
        </>
      }
    >
      <TextLink to="/documents/$id" params={{ id }} inherit fw={600}>
        {seller}
      </TextLink>
    </Noted>
  )
}

function State({ shown }: Shown) {
  const { state, syncedAt, failureReason, isCorrected, isConfirmed, inBooks } = shown
  return (
    <div>
      <Noted note={syncedAt !== null && <When at={syncedAt} />}>
        <StateBadge state={state} />
      </Noted>
      {(state === 'failed' || state === 'check') && failureReason !== null && (
        <Text size="xs" c="dimmed" lineClamp={2} maw="16rem">
          {failureReason}
        </Text>
      )}
      <InBooksText inBooks={inBooks} />
      {(isCorrected || isConfirmed) && (
        <Text size="xs" c="dimmed">
          {isConfirmed ? t('confirmed by hand') : t('corrected by hand')}
        </Text>
      )}
    </div>
  )
}
