import { Button, Menu, SegmentedControl, Text } from '@mantine/core'
import { IconChevronDown, IconDownload, IconUpload, IconBulb } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExcelItem } from '../../components/list-export.tsx'
import { KeyedAddButton, MenuAction } from '../../components/buttons.tsx'
import { useAddress, useListAt } from '../../components/use-list.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { formatCount, counted } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import {
  nameSearch,
  unknownQuery,
  words,
  type Doing,
  type NameKind,
  type NamesProps,
  type LearntSeller,
  sellersQuery,
} from './data.ts'
import { NameDialogue } from './forms.tsx'
import { NameList } from './list.tsx'
import { UnknownNames } from './unknown.tsx'
import { Noted, VendorLink } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import type { Column } from '../../components/table.tsx'

export function VendorsPage() {
  return <NamesPage kind="vendor" />
}

export function ProductNamesPage() {
  return <NamesPage kind="product" />
}

/** Vendors or product names: the list and, for owners, unknown names in waiting documents. */
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

/** All sellers of whose bills something was learnt, also those that are no vendor of the list. */
function LearntSellers(page: NamesProps) {
  const list = useListAt(page, sellersQuery)
  return (
    <>
      <Text size="sm" c="dimmed" maw="75ch" mb="md">
        When somebody corrects or confirms a bill that Daybook read, it remembers how its seller
        prints things, and reads the next one with it.
      </Text>
      <List
        name="sellers"
        label="Sellers"
        list={list}
        filters={[{ by: 'text', label: 'Name or GSTIN' }]}
        columns={columns}
        empty={{
          icon: IconBulb,
          title: 'Nothing was learnt yet',
          description:
            'Correct or confirm a bill that Daybook read: what it teaches of its seller is listed here.',
        }}
        noMatch={{ title: 'No seller fits', description: 'Look for another name or GSTIN.' }}
      />
    </>
  )
}

const columns: Column<LearntSeller>[] = [
  {
    key: 'name',
    title: 'Seller',
    isMain: true,
    value: ({ name }) => name,
    cell: ({ id, name, vendor }) => (
      <Noted note={vendor === null ? 'Not in the list of vendors' : null}>
        <VendorLink to={{ id: vendor?.id ?? id, name }} />
      </Noted>
    ),
  },
  { key: 'gstin', title: 'GSTIN', value: ({ gstin }) => gstin, cell: ({ gstin }) => gstin ?? '–' },
  {
    key: 'things',
    title: 'Learnt',
    value: ({ things }) => things,
    cell: ({ things, bills }) => `${counted(things, 'thing')} of ${counted(bills, 'bill')}`,
  },
  {
    key: 'confirmed',
    title: 'Last bill saved',
    kind: 'time',
    value: ({ confirmedAt }) => confirmedAt,
    width: '9rem',
  },
]
