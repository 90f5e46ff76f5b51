import { Checkbox, EmptyState, Group, Stack, Text } from '@mantine/core'
import { IconArrowRight, IconCircleCheck, IconEyeOff, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { MenuAction, CommandButton } from '../../components/buttons.tsx'
import { DocumentLink, DotsMenu } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { listed } from '../../components/use-list.ts'
import { formatCount, When } from '../../components/values.tsx'
import {
  addAliases,
  unknownQuery,
  words,
  type NameKind,
  type NamesProps,
  type UnknownName,
} from './data.ts'

/** Names on waiting documents that the list lacks. One click adds a name. */
export function UnknownNames(page: NamesProps) {
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
