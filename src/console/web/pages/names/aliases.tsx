import { Button, Group, Menu, Text } from '@mantine/core'
import {
  IconAlertTriangle,
  IconArrowMerge,
  IconArrowRight,
  IconPlus,
  IconTrash,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { formatCount } from '../../components/values.tsx'
import { entryQuery, words, type Alias, type Entry, type NamesProps } from './data.ts'

type AliasesProps = NamesProps & { entry: Entry }

/** The aliases of an entry: the first ones, and all of them when asked for. */
export function Aliases({ entry, ...page }: AliasesProps) {
  const { isOwner, onDo } = page
  const [showsAll, setShowsAll] = useState(false)
  const all = useQuery({ ...entryQuery(entry.id), enabled: showsAll })
  const shown = showsAll ? (all.data?.aliases ?? entry.aliases) : entry.aliases
  const hidden = entry.aliasCount - shown.length
  return (
    <Group gap={6}>
      {shown.map((alias) => (
        <AliasChip key={alias.id} {...page} entry={entry} alias={alias} />
      ))}
      {hidden > 0 && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={all.isFetching}
          onClick={() => setShowsAll(true)}
        >
          {formatCount(hidden)} more
        </Button>
      )}
      {isOwner ? (
        <IconButton
          icon={IconPlus}
          size="compact-xs"
          variant="subtle"
          aria-label={`Add an alias to ${entry.name}`}
          onClick={() => onDo({ what: 'add aliases', entry })}
        >
          Add
        </IconButton>
      ) : (
        entry.aliasCount === 0 && '–'
      )}
    </Group>
  )
}

type AliasChipProps = AliasesProps & { alias: Alias }

/** One alias, and what can be done with it. One that another entry is called by says so. */
function AliasChip({ kind, entry, alias, isOwner, onDo }: AliasChipProps) {
  return (
    <Menu position="bottom-start" width={260}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="default"
          className="alias-chip"
          aria-label={`Alias ${alias.alias} of ${entry.name}`}
          {...(alias.shadowedBy === null
            ? {}
            : {
                leftSection: <IconAlertTriangle size={12} aria-hidden />,
                title: `Not used: another ${words[kind].one} is called so`,
                c: 'dimmed',
                td: 'line-through',
              })}
        >
          {alias.alias}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {alias.shadowedBy !== null && (
          <Text size="xs" px="sm" py={6}>
            Not used: another {words[kind].one} is called “{alias.shadowedBy.name}”, and a name
            comes before an alias.
          </Text>
        )}
        {!isOwner && alias.shadowedBy === null && (
          <Text size="xs" px="sm" py={6}>
            Documents that say so are delivered with “{entry.name}”.
          </Text>
        )}
        {isOwner && <OwnersItems entry={entry} alias={alias} onDo={onDo} />}
      </Menu.Dropdown>
    </Menu>
  )
}

type OwnersItemsProps = Pick<AliasChipProps, 'entry' | 'alias' | 'onDo'>

function OwnersItems({ entry, alias, onDo }: OwnersItemsProps) {
  const confirm = useConfirm()
  const { shadowedBy } = alias
  const remove = () =>
    confirm({
      title: `Remove the alias “${alias.alias}”?`,
      children: `Documents that say “${alias.alias}” keep it as it was read: it is no longer changed to “${entry.name}”. What was delivered already stays as it is.`,
      action: 'Remove the alias',
      done: `“${alias.alias}” is no alias of “${entry.name}” any more.`,
      run: () => ask(api.aliases({ id: alias.id }).remove.post()),
    })
  return (
    <>
      <MenuAction icon={IconArrowRight} onClick={() => onDo({ what: 'move alias', entry, alias })}>
        Move to another…
      </MenuAction>
      {shadowedBy !== null && (
        <MenuAction
          icon={IconArrowMerge}
          onClick={() => onDo({ what: 'merge', entry, with: shadowedBy })}
        >
          Merge the two…
        </MenuAction>
      )}
      <MenuAction icon={IconTrash} isRed onClick={remove}>
        Remove…
      </MenuAction>
    </>
  )
}
