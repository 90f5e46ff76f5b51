import { Button, EmptyState, Group, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconAdjustmentsHorizontal,
  IconChevronDown,
  IconFiles,
  IconFileSearch,
  IconHistory,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { DataTable } from '../../components/data-table.tsx'
import { DayInput, PutBackDays } from '../../components/day-inputs.tsx'
import { wholeDays } from '../../components/days.ts'
import { FilterSelect, SearchInput } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { counted } from '../../components/values.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import { categoryNames } from '../../words.ts'
import { documentColumns } from './columns.tsx'
import { documentsQuery, documentsSearch, type DocumentSearch } from './data.ts'
import { UploadDocuments } from './upload.tsx'

const route = getRouteApi('/shell/documents')

export function DocumentsPage() {
  const { user } = useSignedIn()
  const isOwner = user.role === 'owner'
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const documents = useQuery(documentsQuery(search))
  const [isUploading, uploading] = useDisclosure()
  const [isPuttingBack, puttingBack] = useDisclosure()
  const { page = 1 } = search
  return (
    <>
      <PageHeader
        title="Documents"
        actions={
          <>
            {isOwner && <MoreButton onPutBack={puttingBack.open} />}
            <AddButton onClick={uploading.open} />
          </>
        }
      >
        Bills, orders and statements, from when they come in until your accounting software has
        taken them. Each is deleted after 30 days.
      </PageHeader>
      <UploadDocuments isOpen={isUploading} onOpen={uploading.open} onClose={uploading.close} />
      <PutBackRange isOpen={isPuttingBack} onClose={puttingBack.close} />
      <DocumentFilters
        search={search}
        onChange={(change) =>
          void navigate({
            search: (before) => documentsSearch({ ...before, page: undefined, ...change }),
            replace: true,
          })
        }
      />
      <DataTable
        label="Documents"
        columns={documentColumns({ withUploader: isOwner })}
        idOf={({ id }) => id}
        empty={<NoDocuments search={search} onAdd={uploading.open} />}
        {...listed(
          documents,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
    </>
  )
}

function AddButton({ onClick }: { onClick: () => void }) {
  return (
    <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={onClick}>
      Add documents
    </Button>
  )
}

function MoreButton({ onPutBack }: { onPutBack: () => void }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconHistory size={16} aria-hidden />} onClick={onPutBack}>
          Deliver some days again…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function NoDocuments({ search, onAdd }: { search: DocumentSearch; onAdd: () => void }) {
  return isNarrowed(search) ? (
    <EmptyState
      icon={<IconFileSearch aria-hidden />}
      title="No document is like that"
      description="Take a filter away, or search for less."
    >
      <EmptyState.Actions>
        <AllButton />
      </EmptyState.Actions>
    </EmptyState>
  ) : (
    <EmptyState
      icon={<IconFiles aria-hidden />}
      title="No documents yet"
      description="Add the first bill, order or bank statement: a PDF, a photo or a spreadsheet."
    >
      <EmptyState.Actions>
        <AddButton onClick={onAdd} />
      </EmptyState.Actions>
    </EmptyState>
  )
}

function AllButton() {
  const navigate = route.useNavigate()
  return (
    <Button variant="default" onClick={() => void navigate({ search: {} })}>
      Show all documents
    </Button>
  )
}

type DocumentFiltersProps = {
  search: DocumentSearch
  onChange(change: SearchChange<DocumentSearch>): void
}

const stateChoices = choicesOf({
  pending: 'To be typed in',
  successful: 'Read',
  failed: 'Could not be read',
})
const categoryChoices = choicesOf(categoryNames)
const syncedChoices = choicesOf({
  yes: 'Delivered',
  no: 'Not delivered',
  'last-week': 'Soon deleted undelivered',
})
const duplicateChoices = choicesOf({ yes: 'Only duplicates', no: 'Without duplicates' })

const width = { flex: '1 1 8rem' }

/** What the list is chosen by. On a phone most of it is behind a button. */
export function DocumentFilters({ search, onChange }: DocumentFiltersProps) {
  const [isOpen, { toggle }] = useDisclosure(isNarrowed(search))
  return (
    <Group gap="sm" mb="md">
      <SearchInput
        label="File, number, name or product"
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text })}
        flex="1 1 12rem"
      />
      <Button
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        Filters
      </Button>
      <Group gap="sm" flex="1 1 100%" display={{ base: isOpen ? 'flex' : 'none', sm: 'flex' }}>
        <FilterSelect
          label="State"
          placeholder="Any state"
          data={stateChoices}
          value={search.state}
          onChange={(state) => onChange({ state })}
          {...width}
        />
        <FilterSelect
          label="Kind"
          placeholder="Any kind"
          data={categoryChoices}
          value={search.category}
          onChange={(category) => onChange({ category })}
          {...width}
        />
        <FilterSelect
          label="Delivery"
          placeholder="Delivered or not"
          data={syncedChoices}
          value={search.synced}
          onChange={(synced) => onChange({ synced })}
          {...width}
        />
        <FilterSelect
          label="Duplicates"
          placeholder="With duplicates"
          data={duplicateChoices}
          value={search.duplicate}
          onChange={(duplicate) => onChange({ duplicate })}
          {...width}
        />
        <Day label="From day" value={search.from} onChange={(from) => onChange({ from })} />
        <Day label="Until day" value={search.until} onChange={(until) => onChange({ until })} />
      </Group>
    </Group>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  onChange(day: string | null): void
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <DayInput
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={onChange}
      {...width}
    />
  )
}

function choicesOf(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}

type PutBackRangeProps = { isOpen: boolean; onClose: () => void }

export function PutBackRange(dialogue: PutBackRangeProps) {
  return (
    <PutBackDays
      {...dialogue}
      title="Deliver some days again"
      lead="When your accounting software was set back to an earlier state, it lacks what it took since. Choose the days on which it took the documents: they wait for it again."
      labels={{ from: 'First day', until: 'Last day', action: 'Deliver them again' }}
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

function documentsWait(count: number): string {
  return `${counted(count, 'document')} ${count === 1 ? 'waits' : 'wait'}`
}
