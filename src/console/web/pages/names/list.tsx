import { EmptyState, Text } from '@mantine/core'
import {
  IconAddressBook,
  IconArrowMerge,
  IconPencil,
  IconPlus,
  IconSearch,
  IconTags,
  IconTrash,
  IconUpload,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { useConfirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { SearchInput } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { Aliases } from './aliases.tsx'
import {
  namesQuery,
  productsOf,
  words,
  type Entry,
  type NameKind,
  type NamesProps,
} from './data.ts'

/** As long as the server takes it. */
const searchMax = 200

export function NameList(page: NamesProps) {
  const { kind, search, change } = page
  const names = useQuery(namesQuery(kind, search))
  return (
    <>
      <SearchInput
        mb="md"
        maw={420}
        maxLength={searchMax}
        label={`Search ${words[kind].many}`}
        value={search.search ?? ''}
        onSearch={(text) => change({ search: text })}
      />
      <DataTable
        label={words[kind].title}
        columns={columnsOf(page)}
        idOf={({ id }) => id}
        empty={<NoNames {...page} />}
        {...listed(names, search.page, (next) => change({ page: next }))}
      />
    </>
  )
}

function columnsOf(page: NamesProps): Column<Entry>[] {
  const { kind, isOwner } = page
  const products: Column<Entry> = {
    key: 'products',
    title: 'In the catalogue',
    width: '9rem',
    cell: (entry) => productsOf(entry.products ?? 0),
  }
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
    { key: 'aliases', title: 'Aliases', cell: (entry) => <Aliases {...page} entry={entry} /> },
    ...(isOwner && kind === 'vendor' ? [products] : []),
    {
      key: 'changed',
      title: 'Changed',
      width: '8rem',
      cell: ({ updatedAt }) => <When at={updatedAt} dateOnly />,
    },
    ...(isOwner ? [menuColumn<Entry>((entry) => <Actions {...page} entry={entry} />)] : []),
  ]
}

function Actions({ kind, entry, onDo }: NamesProps & { entry: Entry }) {
  const remove = useRemoval(kind)
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
      <MenuAction icon={IconTrash} isRed onClick={() => remove(entry)}>
        Delete…
      </MenuAction>
    </DotsMenu>
  )
}

/** Asks before an entry is deleted, and says what goes with it. */
function useRemoval(kind: NameKind) {
  const confirm = useConfirm()
  return ({ id, name, aliasCount, products }: Entry) => {
    const aliases = aliasCount === 1 ? 'its alias' : `its ${aliasCount} aliases`
    const withoutVendor =
      products === null || products === 0
        ? ''
        : `${productsOf(products)} of the catalogue then ${products === 1 ? 'has' : 'have'} no vendor. `
    confirm({
      title: `Delete “${name}”?`,
      children: `“${name}”${aliasCount === 0 ? ' is' : ` and ${aliases} are`} gone for good: documents that say so keep what was read. ${withoutVendor}What was delivered already stays as it is. If it is the same as another ${words[kind].one}, merge the two instead.`,
      action: 'Delete',
      done: `“${name}” is deleted.`,
      run: () => ask(api.names({ id }).remove.post()),
    })
  }
}

function NoNames({ kind, search: { search }, isOwner, onDo }: NamesProps) {
  const { one, many } = words[kind]
  if (search !== undefined) {
    return (
      <EmptyState
        icon={<IconSearch aria-hidden />}
        title={`No ${one} has “${search}” in its name or an alias`}
        description="Try fewer letters, or another spelling."
      />
    )
  }
  return (
    <EmptyState
      icon={<IconAddressBook aria-hidden />}
      title={`No ${many} yet`}
      description={
        isOwner
          ? `Add the ${many} that your books have, one by one or from a CSV file.`
          : 'An owner can add them.'
      }
    >
      {isOwner && (
        <EmptyState.Actions>
          <IconButton icon={IconUpload} variant="default" onClick={() => onDo({ what: 'import' })}>
            Bring in a file
          </IconButton>
          <IconButton icon={IconPlus} onClick={() => onDo({ what: 'add' })}>
            New {one}
          </IconButton>
        </EmptyState.Actions>
      )}
    </EmptyState>
  )
}
