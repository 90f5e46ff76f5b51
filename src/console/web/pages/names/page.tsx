import { Button, Menu, SegmentedControl } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown, IconDownload, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { PageHeader } from '../../components/page-header.tsx'
import { formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { AddEntry } from './add.tsx'
import { unknownQuery, words, type NameKind, type NamesPageProps } from './data.ts'
import { ImportNames } from './import.tsx'
import { NameList } from './list.tsx'
import { UnknownNames } from './unknown.tsx'

/** Vendors or product names: the list, and for owners what waiting documents say and the list does not know. */
export function NamesPage({ kind, search, onSearch }: NamesPageProps) {
  const isOwner = useSignedIn().user.role === 'owner'
  const [isAdding, adding] = useDisclosure()
  const [isImporting, importing] = useDisclosure()
  const { title, lead } = words[kind]
  const showsUnknown = isOwner && search.show !== undefined
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <FileMenu kind={kind} isOwner={isOwner} onImport={importing.open} />
            {isOwner && (
              <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={adding.open}>
                New {words[kind].one}
              </Button>
            )}
          </>
        }
      >
        {lead}
      </PageHeader>
      {isOwner && <WhichNames kind={kind} search={search} onSearch={onSearch} />}
      {showsUnknown ? (
        <UnknownNames kind={kind} search={search} onSearch={onSearch} />
      ) : (
        <NameList
          kind={kind}
          search={search}
          onSearch={onSearch}
          isOwner={isOwner}
          onAdd={adding.open}
          onImport={importing.open}
        />
      )}
      <AddEntry
        kind={kind}
        isOpen={isAdding}
        onClose={adding.close}
        onOpen={({ name }) => onSearch({ q: name })}
      />
      <ImportNames kind={kind} isOpen={isImporting} onClose={importing.close} />
    </>
  )
}

function WhichNames({ kind, search, onSearch }: NamesPageProps) {
  const unknown = useQuery(unknownQuery(kind, 1))
  const count = unknown.data === undefined ? '' : ` (${formatCount(unknown.data.total)})`
  return (
    <SegmentedControl
      mb="md"
      aria-label={`Which ${words[kind].many}`}
      value={search.show === undefined ? 'list' : 'unknown'}
      data={[
        { value: 'list', label: 'In the list' },
        { value: 'unknown', label: `Not in the list yet${count}` },
      ]}
      onChange={(chosen) => onSearch(chosen === 'unknown' ? { show: 'unknown' } : {})}
    />
  )
}

type FileMenuProps = { kind: NameKind; isOwner: boolean; onImport: () => void }

function FileMenu({ kind, isOwner, onImport }: FileMenuProps) {
  const href = `/console/api/names/export?kind=${kind}`
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          CSV file
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isOwner && (
          <Menu.Item leftSection={<IconUpload size={16} aria-hidden />} onClick={onImport}>
            Bring in a file…
          </Menu.Item>
        )}
        <Menu.Item
          component="a"
          href={href}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download the list
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const vendors = getRouteApi('/shell/vendors')
const productNames = getRouteApi('/shell/product-names')

export function VendorsPage() {
  const search = vendors.useSearch()
  const navigate = vendors.useNavigate()
  return (
    <NamesPage
      kind="vendor"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace })}
    />
  )
}

export function ProductNamesPage() {
  const search = productNames.useSearch()
  const navigate = productNames.useNavigate()
  return (
    <NamesPage
      kind="product"
      search={search}
      onSearch={(next, replace = false) => void navigate({ search: next, replace })}
    />
  )
}
