import { Button, Menu, SegmentedControl } from '@mantine/core'
import { IconChevronDown, IconDownload, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExcelItem } from '../../components/excel-download.tsx'
import { KeyedAddButton } from '../../components/add-button.tsx'
import { MenuAction } from '../../components/buttons.tsx'
import { useAddress } from '../../components/use-list.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { formatCount } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import {
  nameSearch,
  unknownQuery,
  words,
  type Doing,
  type NameKind,
  type NamesProps,
} from './data.ts'
import { NameDialogue } from './forms.tsx'
import { LearntSellers } from './learnt.tsx'
import { NameList } from './list.tsx'
import { UnknownNames } from './unknown.tsx'

export function VendorsPage() {
  return <NamesPage kind="vendor" />
}

export function ProductNamesPage() {
  return <NamesPage kind="product" />
}

/** Vendors or product names: the list, and for owners what waiting documents say and the list does not know. */
function NamesPage({ kind }: { kind: NameKind }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const address = useAddress(nameSearch)
  const [doing, setDoing] = useState<Doing | null>(null)
  const { title, lead, one } = words[kind]
  const page: NamesProps = { kind, isOwner, ...address, onDo: setDoing }
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <FileMenu {...page} />
            {isOwner && (
              <KeyedAddButton
                add={{ label: `New ${one}`, onClick: () => setDoing({ what: 'add' }) }}
              />
            )}
          </>
        }
      >
        {lead}
      </PageHeader>
      {(isOwner || kind === 'vendor') && <WhichNames {...page} />}
      <ShownNames {...page} />
      <NameDialogue
        kind={kind}
        doing={doing}
        onDo={setDoing}
        onShow={({ name }) => address.change({ show: null, search: name })}
      />
    </>
  )
}

function ShownNames(page: NamesProps) {
  const { show } = page.search
  if (page.kind === 'vendor' && show === 'learnt') return <LearntSellers {...page} />
  return page.isOwner && (show === 'unknown' || show === 'dismissed') ? (
    <UnknownNames {...page} />
  ) : (
    <NameList {...page} />
  )
}

function WhichNames({ kind, isOwner, search, change }: NamesProps) {
  const unknown = useQuery({ ...unknownQuery(kind, 1), enabled: isOwner })
  const count = unknown.data === undefined ? '' : ` (${formatCount(unknown.data.total)})`
  return (
    <SegmentedControl
      mb="md"
      // On a phone three views stand in two rows.
      style={{ flexWrap: 'wrap' }}
      aria-label={`Which ${words[kind].many}`}
      value={search.show === 'dismissed' ? 'unknown' : (search.show ?? 'list')}
      data={[
        { value: 'list', label: 'In the list' },
        ...(isOwner ? [{ value: 'unknown', label: `Not in the list yet${count}` }] : []),
        ...(kind === 'vendor' ? [{ value: 'learnt', label: 'How they print bills' }] : []),
      ]}
      onChange={(chosen) => change({ show: chosen === 'list' ? null : chosen, search: null })}
    />
  )
}

function FileMenu({ kind, isOwner, onDo }: NamesProps) {
  return (
    <Menu position="bottom-end" width={230}>
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={16} aria-hidden />}>
          CSV or Excel
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {isOwner && (
          <MenuAction icon={IconUpload} onClick={() => onDo({ what: 'import' })}>
            Bring in a file…
          </MenuAction>
        )}
        <Menu.Item
          component="a"
          href={`/console/api/names/export?kind=${kind}`}
          download
          leftSection={<IconDownload size={16} aria-hidden />}
        >
          Download as CSV
        </Menu.Item>
        <ExcelItem href={`/console/api/names/export?kind=${kind}`} name={words[kind].many}>
          Download as Excel
        </ExcelItem>
      </Menu.Dropdown>
    </Menu>
  )
}
