import { Button, Group, Menu, Text } from '@mantine/core'
import {
  IconAddressBook,
  IconAlertTriangle,
  IconArrowMerge,
  IconArrowRight,
  IconPencil,
  IconPlus,
  IconTags,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction, ConfirmAction } from '../../components/buttons.tsx'
import { DotsMenu, VendorLink } from '../../components/cells.tsx'
import { List } from '../../components/list.tsx'
import { useListAt } from '../../components/use-list.ts'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatCount } from '../../components/values.tsx'
import {
  entryQuery,
  namesQuery,
  productsOf,
  words,
  type Alias,
  type Entry,
  type NameKind,
  type NamesProps,
} from './data.ts'

export function NameList(page: NamesProps) {
  const { kind, isOwner, onDo } = page
  const { one, many, title } = words[kind]
  const list = useListAt(page, (search, size) => namesQuery(kind, search, size))
  return (
    <List
      name={many}
      label={title}
      list={list}
      filters={[{ by: 'text', label: `Search ${many}` }]}
      order={{ by: 'name', isDescending: false }}
      columns={columnsOf(page)}
      empty={{
        icon: IconAddressBook,
        title: `No ${many} yet`,
        description: isOwner
          ? `Add the ${many} that your books have, one by one or from a CSV or Excel file.`
          : 'An owner can add them.',
        action: isOwner && (
          <>
            <IconButton
              icon={IconUpload}
              variant="default"
              onClick={() => onDo({ what: 'import' })}
            >
              Bring in a file
            </IconButton>
            <IconButton icon={IconPlus} onClick={() => onDo({ what: 'add' })}>
              New {one}
            </IconButton>
          </>
        ),
      }}
      noMatch={{
        title: `No ${one} has “${page.search.search ?? ''}” in its name or an alias`,
        description: 'Try fewer letters, or another spelling.',
      }}
    />
  )
}

function columnsOf(page: NamesProps): Column<Entry>[] {
  const { kind, isOwner } = page
  const products: Column<Entry> = {
    key: 'products',
    title: 'In the catalogue',
    kind: 'count',
    value: ({ products: count }) => count,
    width: '9rem',
    cell: (entry) => productsOf(entry.products ?? 0),
  }
  return [
    {
      key: 'name',
      title: 'Name',
      canSort: true,
      isMain: true,
      width: '26%',
      value: ({ name }) => name,
      cell: ({ id, name }) =>
        kind === 'vendor' ? (
          <VendorLink to={{ id, name }} />
        ) : (
          <Text size="sm" fw={600}>
            {name}
          </Text>
        ),
    },
    {
      key: 'aliases',
      title: 'Aliases',
      onPhone: 'bare',
      cell: (entry) => <Aliases {...page} entry={entry} />,
      value: ({ aliases }) => aliases.map(({ alias }) => alias).join(' | '),
    },
    ...(isOwner && kind === 'vendor' ? [products] : []),
    {
      key: 'changed',
      title: 'Changed',
      canSort: true,
      onPhone: 'hidden',
      kind: 'time',
      value: ({ updatedAt }) => updatedAt,
      width: '8rem',
    },
    ...(isOwner ? [menuColumn<Entry>((entry) => <Actions {...page} entry={entry} />)] : []),
  ]
}

function Actions({ kind, entry, onDo }: NamesProps & { entry: Entry }) {
  return (
    <DotsMenu label={`Actions for ${entry.name}`} width={220}>
      <MenuAction icon={IconPencil} onClick={() => onDo({ what: 'rename', entry })}>
        Rename…
      </MenuAction>
      <MenuAction icon={IconTags} onClick={() => onDo({ what: 'add aliases', entry })}>
        Add aliases…
      </MenuAction>
      <MenuAction icon={IconArrowMerge} onClick={() => onDo({ what: 'merge', entry, with: null })}>
        Merge with another…
      </MenuAction>
      <ConfirmAction icon={IconTrash} isRed confirmation={removal(kind, entry)}>
        Delete…
      </ConfirmAction>
    </DotsMenu>
  )
}

/** Asks before deleting an entry, and names the consequences. */
function removal(kind: NameKind, { id, name, aliasCount, products }: Entry) {
  const aliases = aliasCount === 1 ? 'its alias' : `its ${aliasCount} aliases`
  const withoutVendor =
    products === null || products === 0
      ? ''
      : `${productsOf(products)} of the catalogue then ${products === 1 ? 'has' : 'have'} no vendor. `
  return {
    title: `Delete “${name}”?`,
    children: `“${name}”${aliasCount === 0 ? ' is' : ` and ${aliases} are`} gone for good: documents that say so keep what was read. ${withoutVendor}What was delivered already stays as it is. If it is the same as another ${words[kind].one}, merge the two instead.`,
    action: 'Delete',
    done: `“${name}” is deleted.`,
    run: () => ask(api.names({ id }).remove.post()),
  }
}

type AliasesProps = NamesProps & { entry: Entry }

/** The aliases of an entry: the first ones, and all on demand. */
function Aliases({ entry, ...page }: AliasesProps) {
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

/** An alias and its actions. An alias that is another entry's name is marked. */
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
  const { shadowedBy } = alias
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
      <ConfirmAction
        icon={IconTrash}
        isRed
        confirmation={{
          title: `Remove the alias “${alias.alias}”?`,
          children: `Documents that say “${alias.alias}” keep it as it was read: it is no longer changed to “${entry.name}”. What was delivered already stays as it is.`,
          action: 'Remove the alias',
          done: `“${alias.alias}” is no alias of “${entry.name}” any more.`,
          run: () => ask(api.aliases({ id: alias.id }).remove.post()),
        }}
      >
        Remove…
      </ConfirmAction>
    </>
  )
}
