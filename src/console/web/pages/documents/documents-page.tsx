import { Button, EmptyState, Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import {
  IconChevronDown,
  IconFileSearch,
  IconFiles,
  IconHistory,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { isNarrowed } from '../../search.ts'
import { useSignedIn } from '../../state.ts'
import { documentColumns } from './document-columns.tsx'
import { DocumentFilters } from './document-filters.tsx'
import { documentsSearch, type DocumentSearch } from './document-search.ts'
import { documentsQuery } from './documents-query.ts'
import { PutBackRange } from './put-back-range.tsx'
import { UploadDocuments } from './upload-documents.tsx'

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
