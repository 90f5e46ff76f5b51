import { Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconFiles, IconUpload } from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction, MoreMenu } from '../../components/buttons.tsx'
import { DocumentLink, Noted } from '../../components/cells.tsx'
import { PutBackDays } from '../../components/day-inputs.tsx'
import { formatDay, wholeDays } from '../../components/days.ts'
import type { Filter } from '../../components/filters.tsx'
import { ListPage, useList } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { counted, Money, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentsWait } from '../../words.ts'
import { documentsQuery, documentsSearch, type ListedDocument } from './data.ts'
import { TypeInButton } from './form/queue-bar.tsx'
import { UploadDocuments } from './upload.tsx'
import { accountText, periodText, StateBadge } from './words.tsx'

export function DocumentsPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(documentsSearch, documentsQuery)
  const [isUploading, uploading] = useDisclosure()
  const [isPuttingBack, puttingBack] = useDisclosure()
  const add = (
    <IconButton icon={IconUpload} onClick={uploading.open}>
      Add documents
    </IconButton>
  )
  return (
    <ListPage
      title="Documents"
      lead="Bills, orders and statements, from when they come in until your accounting software has taken them. Each is deleted after 30 days."
      actions={
        <>
          {isOwner && (
            <MoreMenu>
              <MenuAction icon={IconArrowBackUp} onClick={puttingBack.open}>
                Put some days back…
              </MenuAction>
            </MoreMenu>
          )}
          <TypeInButton />
          {add}
        </>
      }
      list={list}
      filters={filters}
      columns={columnsOf(isOwner)}
      top={
        <UploadDocuments isOpen={isUploading} onOpen={uploading.open} onClose={uploading.close} />
      }
      empty={{
        icon: IconFiles,
        title: 'No documents yet',
        description:
          'Add the first bill, order or bank statement: a PDF, a photo or a spreadsheet.',
        action: add,
      }}
      noMatch={{
        title: 'No document is like that',
        description: 'Take a filter away, or search for less.',
      }}
    >
      <PutBackRange isOpen={isPuttingBack} onClose={puttingBack.close} />
    </ListPage>
  )
}

const filters: readonly Filter[] = [
  { by: 'text', label: 'File, number, name or product' },
  choice('state', 'State', 'Any state', {
    pending: 'To be typed in',
    successful: 'Read',
    failed: 'Could not be read',
    check: 'Check values',
  }),
  choice('doubtful', 'Values', 'Any values', { yes: 'Doubtful' }),
  choice('category', 'Kind', 'Any kind', categoryNames),
  choice('synced', 'Delivery', 'Delivered or not', {
    yes: 'Delivered',
    no: 'Not delivered',
    'last-week': 'Soon deleted undelivered',
  }),
  choice('duplicate', 'Duplicates', 'With duplicates', {
    yes: 'Only duplicates',
    no: 'Without duplicates',
  }),
  { by: 'day', key: 'from', label: 'From day' },
  { by: 'day', key: 'until', label: 'Until day' },
]

function choice(
  key: string,
  label: string,
  placeholder: string,
  names: Readonly<Record<string, string>>,
): Filter {
  const choices = Object.entries(names).map(([value, name]) => ({ value, label: name }))
  return { by: 'choice', key, label, placeholder, choices }
}

/** An owner sees whose a document is. */
function columnsOf(isOwner: boolean): Column<ListedDocument>[] {
  return [
    {
      key: 'file',
      title: 'Document',
      isMain: true,
      width: '26%',
      cell: (shown) => (
        <Noted
          note={`${categoryNames[shown.category]}${isOwner && shown.uploadedBy !== '' ? `, ${shown.uploadedBy}` : ''}`}
        >
          <DocumentLink to={shown} inherit fw={600} />
        </Noted>
      ),
    },
    {
      key: 'content',
      title: 'What it says',
      width: '25%',
      cell: (shown) => <Content shown={shown} />,
    },
    {
      key: 'total',
      title: 'Total',
      align: 'right',
      cell: ({ totalPaise }) => (totalPaise === null ? '–' : <Money paise={totalPaise} />),
    },
    { key: 'state', title: 'State', cell: (shown) => <State shown={shown} /> },
    { key: 'added', title: 'Added', cell: ({ createdAt }) => <When at={createdAt} dateOnly /> },
    {
      key: 'expires',
      title: 'Deleted on',
      cell: ({ expiresAt }) => <When at={expiresAt} dateOnly />,
    },
  ]
}

type Shown = { shown: ListedDocument }

function Content({ shown }: Shown) {
  const { seller, invoiceNo, invoiceDate, account, lines } = shown
  if (shown.state === 'pending' || shown.state === 'failed') return '–'
  if (account !== null) {
    return (
      <Noted note={joined(periodText(account), counted(lines, 'line'))}>
        {accountText(account) ?? 'no account number'}
      </Noted>
    )
  }
  const number = joined(invoiceNo, invoiceDate === null ? null : formatDay(invoiceDate))
  return <Noted note={number === '' ? 'no number' : number}>{seller ?? 'no name'}</Noted>
}

function joined(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null).join(', ')
}

function State({ shown: { state, syncedAt, failureReason, isCorrected } }: Shown) {
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
      {isCorrected && (
        <Text size="xs" c="dimmed">
          corrected by hand
        </Text>
      )}
    </div>
  )
}

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

function PutBackRange(dialogue: PutBackRangeProps) {
  return (
    <PutBackDays
      {...dialogue}
      title="Put documents back"
      lead="When your accounting software was set back to an earlier state, it lacks what it took since. Choose the days on which it took the documents: they wait for it again."
      labels={{ from: 'First day', until: 'Last day', action: 'Put them back' }}
      count={(range) => ask(api.documents['synced-count'].get({ query: wholeDays(range) }))}
      isNothing={({ documents }) => documents === 0}
      nothing="Nothing was delivered on these days."
      warning={({ documents }) =>
        `${documentsWait(documents)} again. What your accounting software still has of them may be booked twice, and Daybook forgets when they were delivered.`
      }
      send={(range) => ask(api.documents['put-back'].post(wholeDays(range)))}
      done={({ documents }) => `${documentsWait(documents)} again.`}
    />
  )
}
