import { Checkbox, EmptyState, Modal, Stack, Text } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatCount, When } from '../../components/values.tsx'
import { DocumentLink } from '../../components/cells.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { AddEntry } from './add-entry.tsx'
import type { NamesPageProps } from './names-page-props.ts'
import { unknownQuery, type NameKind, type UnknownName } from './names-query.ts'
import { PlaceName } from './place-name.tsx'
import { UnknownActions } from './unknown-actions.tsx'
import { words } from './words.ts'

type Doing = { what: 'spell' | 'place'; unknown: UnknownName }

/** Names on waiting documents that the list does not know, each to be added by one click. */
export function UnknownNames({ kind, search, onSearch }: NamesPageProps) {
  const { page = 1 } = search
  const isDismissed = search.show === 'dismissed'
  const unknown = useQuery(unknownQuery(kind, page, isDismissed))
  const [doing, setDoing] = useState<Doing | null>(null)
  const close = () => setDoing(null)
  return (
    <>
      <Text size="sm" c="dimmed" maw="75ch" mb="md">
        {words[kind].unknownLead}
        {unknown.data?.isAll === false &&
          ` These are from the newest ${formatCount(unknown.data.lookedAt)} documents; older ones follow when some of these are done.`}
      </Text>
      <DismissedFilter
        count={unknown.data?.dismissed ?? 0}
        isChecked={isDismissed}
        onChange={(checked) => onSearch({ show: checked ? 'dismissed' : 'unknown' })}
      />
      <DataTable
        label={`Not in the list of ${words[kind].many} yet`}
        columns={columnsOf(kind, isDismissed, setDoing)}
        idOf={({ name }) => name}
        empty={<AllKnown kind={kind} isDismissed={isDismissed} />}
        {...listed(unknown, page, (next) => onSearch({ ...search, page: next }))}
      />
      {doing?.what === 'spell' && (
        <AddEntry
          kind={kind}
          isOpen
          onClose={close}
          onOpen={({ name }) => onSearch({ q: name })}
          first={{ name: doing.unknown.name, aliases: [doing.unknown.name] }}
        />
      )}
      <Modal
        opened={doing?.what === 'place'}
        onClose={close}
        title={doing === null ? '' : `“${doing.unknown.name}” is another spelling`}
      >
        {doing?.what === 'place' && (
          <PlaceName kind={kind} name={doing.unknown.name} onClose={close} />
        )}
      </Modal>
    </>
  )
}

type DismissedFilterProps = {
  count: number
  isChecked: boolean
  onChange: (isChecked: boolean) => void
}

function DismissedFilter({ count, isChecked, onChange }: DismissedFilterProps) {
  if (count === 0 && !isChecked) return null
  return (
    <Checkbox
      mb="md"
      label={`Those that stay as they are (${formatCount(count)})`}
      checked={isChecked}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
  )
}

function columnsOf(
  kind: NameKind,
  isDismissed: boolean,
  onDo: (doing: Doing) => void,
): Column<UnknownName>[] {
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
      key: 'scans',
      title: 'Documents',
      align: 'right',
      width: '7rem',
      cell: ({ scans }) => formatCount(scans),
    },
    {
      key: 'actions',
      title: '',
      width: '22rem',
      cell: (unknown) => (
        <UnknownActions
          kind={kind}
          unknown={unknown}
          isDismissed={isDismissed}
          onSpell={() => onDo({ what: 'spell', unknown })}
          onPlace={() => onDo({ what: 'place', unknown })}
        />
      ),
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
