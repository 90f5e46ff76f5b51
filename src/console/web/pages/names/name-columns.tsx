import { ActionIcon, Menu, Text } from '@mantine/core'
import { IconArrowMerge, IconDots, IconPencil, IconTags, IconTrash } from '@tabler/icons-react'
import { formatCount } from '../../parts/money.tsx'
import type { Column } from '../../parts/table-props.ts'
import { When } from '../../parts/when.tsx'
import { AliasChips } from './alias-chips.tsx'
import type { Chosen } from './entry-select.tsx'
import type { Alias, Entry, NameKind } from './names-query.ts'

/** What an owner began to do with an entry. */
export type Doing =
  | { what: 'rename' | 'add aliases' | 'remove'; entry: Entry }
  | { what: 'merge'; entry: Entry; with: Chosen | null }
  | { what: 'move alias'; entry: Entry; alias: Alias }

type ColumnsProps = { kind: NameKind; isOwner: boolean; onDo: (doing: Doing) => void }

export function nameColumns({ kind, isOwner, onDo }: ColumnsProps): Column<Entry>[] {
  const columns: Column<Entry>[] = [
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
    {
      key: 'aliases',
      title: 'Aliases',
      cell: (entry) => <AliasChips {...{ kind, entry, isOwner, onDo }} />,
    },
  ]
  if (isOwner && kind === 'vendor') {
    columns.push({
      key: 'products',
      title: 'In the catalogue',
      width: '9rem',
      cell: ({ products }) => productsOf(products ?? 0),
    })
  }
  columns.push({
    key: 'changed',
    title: 'Changed',
    width: '8rem',
    cell: ({ updatedAt }) => <When at={updatedAt} dateOnly />,
  })
  if (!isOwner) return columns
  return [
    ...columns,
    {
      key: 'actions',
      title: '',
      width: '3.5rem',
      isMenu: true,
      cell: (entry) => <Actions entry={entry} onDo={onDo} />,
    },
  ]
}

export function productsOf(count: number): string {
  if (count === 0) return '–'
  return count === 1 ? '1 product' : `${formatCount(count)} products`
}

function Actions({ entry, onDo }: { entry: Entry; onDo: (doing: Doing) => void }) {
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={`Actions for ${entry.name}`}
        >
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconPencil size={16} aria-hidden />}
          onClick={() => onDo({ what: 'rename', entry })}
        >
          Rename…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconTags size={16} aria-hidden />}
          onClick={() => onDo({ what: 'add aliases', entry })}
        >
          Add aliases…
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowMerge size={16} aria-hidden />}
          onClick={() => onDo({ what: 'merge', entry, with: null })}
        >
          Merge with another…
        </Menu.Item>
        <Menu.Item
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => onDo({ what: 'remove', entry })}
        >
          Delete…
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
