import { Button, Group } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../components/values.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FilterSelect } from '../../components/filters.tsx'
import { listed } from '../../components/list-page.tsx'
import { useDeleteRules } from './delete-rules.tsx'
import { DocumentsFilter, RuleSearchInput } from './list-filters.tsx'
import type { RuleListProps } from './list-props.ts'
import { NoRules } from './no-rules.tsx'
import { ruleColumns } from './rule-columns.tsx'
import { rulesQuery } from './rules-query.ts'
import { allDocuments, categoryChoices } from './words.ts'

const types = [
  { value: 'label', label: 'Labels' },
  { value: 'value', label: 'Values' },
]

const documents = [
  { value: 'all', label: `Rules for ${allDocuments.toLowerCase()}` },
  ...categoryChoices,
]

const noneChosen: ReadonlySet<string> = new Set()

/** The organisation's own rules. */
export function OwnRules({ onImport, ...list }: RuleListProps & { onImport: () => void }) {
  const { search, onSearch, onDraft } = list
  const rules = useQuery(rulesQuery(search))
  const [chosen, setChosen] = useState<ReadonlySet<string>>(noneChosen)
  const deleteRules = useDeleteRules(() => setChosen(noneChosen))
  const { sort, type, category, search: text } = search
  return (
    <>
      <Group mb="md" gap="sm">
        <RuleSearchInput label="Search labels, fields and values" {...list} />
        <TypeFilter {...list} />
        <DocumentsFilter all="Any documents" choices={documents} {...list} />
        <DeleteChosen count={chosen.size} onClick={() => deleteRules([...chosen], '')} />
      </Group>
      <DataTable
        label="Rename rules"
        columns={ruleColumns({
          onEdit: onDraft,
          onDelete: ({ id, from }) => deleteRules([id], from),
        })}
        idOf={(rule) => rule.id}
        sort={{ by: sort === 'newest' ? 'updated' : 'from', isDescending: sort === 'newest' }}
        onSort={({ by }) => onSearch({ sort: by === 'updated' ? 'newest' : undefined })}
        selection={{ ids: chosen, onChange: setChosen, nameOf: (rule) => rule.from }}
        empty={
          <NoRules
            isFiltered={type !== undefined || category !== undefined || text !== undefined}
            onCreate={() => onDraft({ type: 'label', from: '', to: '' })}
            onImport={onImport}
            onAll={() => onSearch({ type: undefined, category: undefined, search: undefined })}
          />
        }
        {...listed(rules, search.page, (page) => onSearch({ page }))}
      />
    </>
  )
}

function TypeFilter({ search: { type }, onSearch }: RuleListProps) {
  return (
    <FilterSelect
      label="Any kind"
      data={types}
      value={type}
      clear="Any kind again"
      w={{ base: 'calc(50% - 6px)', xs: 180 }}
      onChange={(chosen) => onSearch({ type: chosen })}
    />
  )
}

function DeleteChosen({ count, onClick }: { count: number; onClick: () => void }) {
  if (count === 0) return null
  return (
    <Button
      variant="default"
      c="var(--mantine-color-error)"
      leftSection={<IconTrash size={16} aria-hidden />}
      onClick={onClick}
    >
      Delete {counted(count, 'rule')}…
    </Button>
  )
}
