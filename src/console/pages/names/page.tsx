import {
  Button,
  Checkbox,
  EmptyState,
  Group,
  Menu,
  SegmentedControl,
  Stack,
  Text,
} from '@mantine/core'
import {
  IconArrowRight,
  IconBulb,
  IconChevronDown,
  IconCircleCheck,
  IconDownload,
  IconEyeOff,
  IconPencil,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ExcelItem } from '../../components/list-export.tsx'
import { CommandButton, KeyedAddButton, MenuAction } from '../../components/buttons.tsx'
import { listed, useAddress, useListAt } from '../../components/use-list.ts'
import { PageHeader } from '../../components/page-header.tsx'
import { counted, formatCount, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { DocumentLink, DotsMenu, Noted, VendorLink } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import { type Column, DataTable } from '../../components/table.tsx'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import {
  addAliases,
  type Doing,
  type LearntSeller,
  type NameKind,
  nameSearch,
  type NamesProps,
  sellersQuery,
  type UnknownName,
  unknownQuery,
  words,
} from './data.ts'
import { NameDialogue } from './forms.tsx'
import { NameList } from './list.tsx'

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

/** Names on waiting documents that the list lacks. One click adds a name. */
function UnknownNames(page: NamesProps) {
  const { kind, search, change } = page
  const isDismissed = search.show === 'dismissed'
  const unknown = useQuery(unknownQuery(kind, search.page ?? 1, isDismissed))
  const dismissed = unknown.data?.dismissed ?? 0
  return (
    <>
      <Text size="sm" c="dimmed" maw="75ch" mb="md">
        {words[kind].unknownLead}
        {unknown.data?.isAll === false &&
          ` These are from the newest ${formatCount(unknown.data.lookedAt)} documents; older ones follow when some of these are done.`}
      </Text>
      {(dismissed > 0 || isDismissed) && (
        <Checkbox
          mb="md"
          label={`Those that stay as they are (${formatCount(dismissed)})`}
          checked={isDismissed}
          onChange={({ currentTarget: { checked } }) =>
            change({ show: checked ? 'dismissed' : 'unknown' })
          }
        />
      )}
      <DataTable
        label={`Not in the list of ${words[kind].many} yet`}
        columns={columnsOf(page)}
        idOf={({ name }) => name}
        empty={<AllKnown kind={kind} isDismissed={isDismissed} />}
        {...listed(unknown, search.page, (next) => change({ page: next }))}
      />
    </>
  )
}

function columnsOf(page: NamesProps): Column<UnknownName>[] {
  const Actions = page.search.show === 'dismissed' ? ListAgain : Offered
  return [
    {
      key: 'name',
      title: 'Name',
      isMain: true,
      width: '26%',
      cell: ({ name }) => (
        <Text size="sm" fw={600}>
          {name}
        </Text>
      ),
    },
    { key: 'seen', title: 'Seen', cell: (unknown) => <Seen unknown={unknown} /> },
    {
      key: 'documents',
      title: 'Documents',
      align: 'right',
      width: '7rem',
      cell: ({ scans }) => formatCount(scans),
    },
    {
      key: 'actions',
      title: '',
      width: '22rem',
      cell: (unknown) => <Actions {...page} unknown={unknown} />,
    },
  ]
}

function Seen({ unknown: { source, latest } }: { unknown: UnknownName }) {
  return (
    <Stack gap={2}>
      {source === 'narration' && <Text size="sm">{latest.text}</Text>}
      <Text size={source === 'narration' ? 'xs' : 'sm'} c="dimmed">
        <DocumentLink to={{ id: latest.scanId, filename: latest.filename }} inherit />,{' '}
        <When at={latest.createdAt} dateOnly />
      </Text>
    </Stack>
  )
}

function AllKnown({ kind, isDismissed }: { kind: NameKind; isDismissed: boolean }) {
  if (isDismissed) {
    return (
      <EmptyState
        icon={<IconCircleCheck aria-hidden />}
        title="No name was set aside"
        description="A name of which you say that it stays as it is is kept here."
      />
    )
  }
  return (
    <EmptyState
      icon={<IconCircleCheck aria-hidden />}
      title="Every name is known"
      description={`All waiting documents name ${words[kind].many} that are in the list. New names are listed here as documents come in.`}
    />
  )
}

type OfferedProps = NamesProps & { unknown: UnknownName }

function Offered({ kind, unknown: { name, likely }, onDo }: OfferedProps) {
  const { one } = words[kind]
  const dismiss = useCommand({
    run: () => ask(api.names.unknown.dismiss.post({ kind, name })),
    done: () => `“${name}” stays as it is, and is not listed any more.`,
  })
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {likely !== null && (
        <CommandButton
          size="xs"
          variant="light"
          className="wrapping-button"
          run={() => addAliases(likely.id, [name])}
          done={() => `“${name}” is an alias of “${likely.name}” now.`}
        >
          It is {likely.name}
        </CommandButton>
      )}
      <CommandButton
        size="xs"
        variant="default"
        aria-label={`Add ${name} as a new ${one}`}
        run={() => ask(api.names.post({ kind, name, aliases: [] }))}
        done={() => `“${name}” is a ${one} now.`}
      >
        New {one}
      </CommandButton>
      <DotsMenu label={`More for ${name}`} width={260}>
        <MenuAction
          icon={IconPencil}
          onClick={() => onDo({ what: 'add', first: { name, aliases: [name] } })}
        >
          New, spelt differently…
        </MenuAction>
        <MenuAction icon={IconArrowRight} onClick={() => onDo({ what: 'place', name })}>
          Another spelling of…
        </MenuAction>
        <MenuAction icon={IconEyeOff} onClick={() => dismiss.mutate()}>
          Leave it as it is
        </MenuAction>
      </DotsMenu>
    </Group>
  )
}

function ListAgain({ kind, unknown: { name } }: OfferedProps) {
  return (
    <Group justify="flex-end">
      <CommandButton
        size="xs"
        variant="default"
        aria-label={`List ${name} again`}
        run={() => ask(api.names.unknown['offer-again'].post({ kind, name }))}
        done={() => `“${name}” is listed again.`}
      >
        List it again
      </CommandButton>
    </Group>
  )
}
