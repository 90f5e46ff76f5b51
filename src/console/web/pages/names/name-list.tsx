import { Button, EmptyState } from '@mantine/core'
import { IconAddressBook, IconPlus, IconSearch, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { SearchInput } from '../../components/filters.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { AddAliases } from './add-aliases.tsx'
import { confirmRemoval } from './confirm-removal.ts'
import type { Doing } from './doing.ts'
import type { Chosen } from './entry-select.tsx'
import { MergeEntry } from './merge-entry.tsx'
import { MoveAlias } from './move-alias.tsx'
import { nameColumns } from './name-columns.tsx'
import type { NamesPageProps } from './names-page-props.ts'
import { namesQuery, type NameKind } from './names-query.ts'
import { RenameEntry } from './rename-entry.tsx'
import { words } from './words.ts'

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
