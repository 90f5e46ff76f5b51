import { Button, Checkbox, EmptyState, Group, Menu, Modal, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArrowRight, IconCircleCheck, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { DocumentLink, DotsMenu } from '../../components/cells.tsx'
import { showRefusal } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { listed } from '../../components/list-page.tsx'
import type { Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { AddEntry } from './add.tsx'
import { PlaceName } from './change.tsx'
import {
  addAliases,
  unknownQuery,
  words,
  type NameKind,
  type NamesPageProps,
  type UnknownName,
} from './data.ts'

type UnknownDoing = { what: 'spell' | 'place'; unknown: UnknownName }

/** Names on waiting documents that the list does not know, each to be added by one click. */
export function UnknownNames({ kind, search, onSearch }: NamesPageProps) {
  const { page = 1 } = search
  const isDismissed = search.show === 'dismissed'
  const unknown = useQuery(unknownQuery(kind, page, isDismissed))
  const [doing, setDoing] = useState<UnknownDoing | null>(null)
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
  onDo: (doing: UnknownDoing) => void,
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

type UnknownActionsProps = {
  kind: NameKind
  unknown: UnknownName
  /** It is one of those that stay as they are. */
  isDismissed: boolean
  onSpell: () => void
  onPlace: () => void
}

function UnknownActions({ isDismissed, ...props }: UnknownActionsProps) {
  return isDismissed ? <ListAgain {...props} /> : <Offered {...props} />
}

type OfferedProps = Omit<UnknownActionsProps, 'isDismissed'>

function Offered({ kind, unknown, onSpell, onPlace }: OfferedProps) {
  const { name, likely } = unknown
  const { one } = words[kind]
  const alias = useOneClick(
    () => addAliases(likely?.id ?? '', [name]),
    `“${name}” is an alias of “${likely?.name}” now.`,
  )
  const entry = useOneClick(
    () => ask(api.names.post({ kind, name, aliases: [] })),
    `“${name}” is a ${one} now.`,
  )
  const dismiss = useOneClick(
    () => ask(api.names.unknown.dismiss.post({ kind, name })),
    `“${name}” stays as it is, and is not listed any more.`,
  )
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {likely !== null && (
        <Button
          size="xs"
          variant="light"
          className="wrapping-button"
          loading={alias.isPending}
          onClick={() => alias.mutate()}
        >
          It is {likely.name}
        </Button>
      )}
      <Button
        size="xs"
        variant="default"
        loading={entry.isPending}
        aria-label={`Add ${name} as a new ${one}`}
        onClick={() => entry.mutate()}
      >
        New {one}
      </Button>
      <DotsMenu label={`More for ${name}`} width={260}>
        <Menu.Item leftSection={<IconPencil size={16} aria-hidden />} onClick={onSpell}>
          New, spelt differently…
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowRight size={16} aria-hidden />} onClick={onPlace}>
          Another spelling of…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconEyeOff size={16} aria-hidden />}
          onClick={() => dismiss.mutate()}
        >
          Leave it as it is
        </Menu.Item>
      </DotsMenu>
    </Group>
  )
}

function ListAgain({ kind, unknown: { name } }: Pick<OfferedProps, 'kind' | 'unknown'>) {
  const again = useOneClick(
    () => ask(api.names.unknown['offer-again'].post({ kind, name })),
    `“${name}” is listed again.`,
  )
  return (
    <Group justify="flex-end">
      <Button
        size="xs"
        variant="default"
        loading={again.isPending}
        aria-label={`List ${name} again`}
        onClick={() => again.mutate()}
      >
        List it again
      </Button>
    </Group>
  )
}

function useOneClick(work: () => Promise<unknown>, done: string) {
  const refresh = useRefresh()
  return useMutation({
    mutationFn: work,
    async onSuccess() {
      notifications.show({ message: done })
      await refresh()
    },
    onError(error) {
      showRefusal(error)
    },
  })
}
