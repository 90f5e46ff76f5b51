import { Button, EmptyState, Menu, Text } from '@mantine/core'
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
import { useState } from 'react'
import { DotsMenu } from '../../components/cells.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { SearchInput } from '../../components/filters.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { listed } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { AddAliases } from './add.tsx'
import { AliasChips } from './aliases.tsx'
import { confirmRemoval, MergeEntry, MoveAlias, RenameEntry, type Doing } from './change.tsx'
import {
  namesQuery,
  productsOf,
  words,
  type Entry,
  type NameKind,
  type NamesPageProps,
} from './data.ts'
import type { Chosen } from './fields.tsx'

/** As long as the server takes it. */
const searchMax = 200

type NameListProps = NamesPageProps & {
  isOwner: boolean
  onAdd: () => void
  onImport: () => void
}

export function NameList({ kind, search, onSearch, isOwner, onAdd, onImport }: NameListProps) {
  const names = useQuery(namesQuery(kind, search))
  const [doing, setDoing] = useState<Doing | null>(null)
  const refresh = useRefresh()
  const { q = '', page = 1 } = search
  const onDo = (next: Doing) => {
    if (next.what === 'remove') confirmRemoval(kind, next.entry, refresh)
    else setDoing(next)
  }
  return (
    <>
      <SearchInput
        mb="md"
        maw={420}
        maxLength={searchMax}
        label={`Search ${words[kind].many}`}
        value={q}
        onSearch={(text) => onSearch(text === '' ? {} : { q: text }, true)}
      />
      <DataTable
        label={words[kind].title}
        columns={nameColumns({ kind, isOwner, onDo })}
        idOf={(entry) => entry.id}
        empty={<NoNames {...{ kind, q, isOwner, onAdd, onImport }} />}
        {...listed(names, page, (next) => onSearch({ ...search, page: next }))}
      />
      <Dialogues
        kind={kind}
        doing={doing}
        onClose={() => setDoing(null)}
        onOpen={({ name }) => onSearch({ q: name })}
      />
    </>
  )
}

type DialoguesProps = {
  kind: NameKind
  doing: Doing | null
  onClose: () => void
  onOpen: (entry: Chosen) => void
}

function Dialogues({ kind, doing, onClose, onOpen }: DialoguesProps) {
  const entryIn = (what: Doing['what']) => (doing?.what === what ? doing.entry : null)
  return (
    <>
      <RenameEntry kind={kind} renamed={entryIn('rename')} onClose={onClose} onOpen={onOpen} />
      <AddAliases kind={kind} to={entryIn('add aliases')} onClose={onClose} />
      <MergeEntry
        kind={kind}
        merged={entryIn('merge')}
        other={doing?.what === 'merge' ? doing.with : null}
        onClose={onClose}
      />
      <MoveAlias
        kind={kind}
        moved={doing?.what === 'move alias' ? doing : null}
        onClose={onClose}
      />
    </>
  )
}

type NoNamesProps = Pick<NameListProps, 'kind' | 'isOwner' | 'onAdd' | 'onImport'> & { q: string }

function NoNames({ kind, q, isOwner, onAdd, onImport }: NoNamesProps) {
  const { one, many } = words[kind]
  if (q !== '') {
    return (
      <EmptyState
        icon={<IconSearch aria-hidden />}
        title={`No ${one} has “${q}” in its name or an alias`}
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
          <Button
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden />}
            onClick={onImport}
          >
            Bring in a file
          </Button>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
            New {one}
          </Button>
        </EmptyState.Actions>
      )}
    </EmptyState>
  )
}

type ColumnsProps = { kind: NameKind; isOwner: boolean; onDo: (doing: Doing) => void }

function nameColumns({ kind, isOwner, onDo }: ColumnsProps): Column<Entry>[] {
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
  return [...columns, menuColumn((entry) => <Actions entry={entry} onDo={onDo} />)]
}

function Actions({ entry, onDo }: { entry: Entry; onDo: (doing: Doing) => void }) {
  return (
    <DotsMenu label={`Actions for ${entry.name}`} width={220}>
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
    </DotsMenu>
  )
}
