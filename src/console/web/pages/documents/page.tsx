import { useDisclosure } from '@mantine/hooks'
import { IconArrowBackUp, IconCopy, IconFiles, IconUpload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { MenuAction, MoreMenu } from '../../components/buttons.tsx'
import { PutBackDays } from '../../components/day-inputs.tsx'
import { wholeDays } from '../../components/days.ts'
import type { Filter } from '../../components/filters.tsx'
import { ListPage } from '../../components/list-page.tsx'
import { useList } from '../../components/use-list.ts'
import { filterOf } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import { categoryNames, documentsWait } from '../../words.ts'
import { ChosenDocuments } from './chosen.tsx'
import { documentColumns } from './columns.tsx'
import { documentsQuery, documentsSearch } from './data.ts'
import { TypeInButton } from './form/queue/queue-bar.tsx'
import { ReadingNote } from './reading/reading-note.tsx'
import { UploadDocuments } from './upload.tsx'

export function DocumentsPage() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(documentsSearch, documentsQuery)
  const navigate = useNavigate()
  const [isUploading, uploading] = useDisclosure()
  const [isPuttingBack, puttingBack] = useDisclosure()
  return (
    <ListPage
      name="documents"
      title="Documents"
      lead="Bills, orders and statements, from when they come in until your accounting software has taken them. Each is deleted after 30 days."
      add={{ label: 'Add documents', icon: IconUpload, onClick: uploading.open }}
      actions={
        <>
          <MoreMenu>
            <MenuAction
              icon={IconCopy}
              onClick={() => void navigate({ to: '/documents/duplicates' })}
            >
              Compare duplicates
            </MenuAction>
            {isOwner && (
              <MenuAction icon={IconArrowBackUp} onClick={puttingBack.open}>
                Put some days back…
              </MenuAction>
            )}
          </MoreMenu>
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
          <ReadingNote />
          <UploadDocuments isOpen={isUploading} onOpen={uploading.open} onClose={uploading.close} />
        </>
      }
      empty={{
        icon: IconFiles,
        title: 'No documents yet',
        description:
          'Add the first bill, order or bank statement: a PDF, a photo or a spreadsheet.',
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
    reading: 'Being read',
    successful: 'Read',
    failed: 'Could not be read',
    check: 'Check values',
  }),
  choice('category', 'Kind', 'Any kind', categoryNames),
  { by: 'day', key: 'from', label: 'From day' },
  { by: 'day', key: 'until', label: 'Until day' },
  seldom('synced', 'Delivery', 'Delivered or not', {
    yes: 'Delivered',
    no: 'Not delivered',
    'last-week': 'Soon deleted undelivered',
  }),
  seldom('duplicate', 'Duplicates', 'With duplicates', {
    yes: 'Only duplicates',
    no: 'Without duplicates',
  }),
  seldom('doubtful', 'Values', 'Any values', { yes: 'Doubtful' }),
]

type ChoiceFilter = Extract<Filter, { by: 'choice' }>

function choice(
  key: string,
  label: string,
  placeholder: string,
  names: Readonly<Record<string, string>>,
): ChoiceFilter {
  const choices = Object.entries(names).map(([value, name]) => ({ value, label: name }))
  return { by: 'choice', key, label, placeholder, choices }
}

function seldom(...given: Parameters<typeof choice>): ChoiceFilter {
  return { ...choice(...given), isSeldom: true }
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
