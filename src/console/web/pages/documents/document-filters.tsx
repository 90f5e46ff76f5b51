import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { categoryNames } from '../../words.ts'
import { DayInput } from '../../components/day-inputs.tsx'
import { FilterSelect, SearchInput } from '../../components/filters.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import type { DocumentSearch } from './document-search.ts'

type DocumentFiltersProps = {
  search: DocumentSearch
  onChange(change: SearchChange<DocumentSearch>): void
}

const stateChoices = choicesOf({
  pending: 'To be typed in',
  successful: 'Read',
  failed: 'Could not be read',
})
const categoryChoices = choicesOf(categoryNames)
const syncedChoices = choicesOf({
  yes: 'Delivered',
  no: 'Not delivered',
  'last-week': 'Soon deleted undelivered',
})
const duplicateChoices = choicesOf({ yes: 'Only duplicates', no: 'Without duplicates' })

const width = { flex: '1 1 8rem' }

/** What the list is chosen by. On a phone most of it is behind a button. */
export function DocumentFilters({ search, onChange }: DocumentFiltersProps) {
  const [isOpen, { toggle }] = useDisclosure(isNarrowed(search))
  return (
    <Group gap="sm" mb="md">
      <SearchInput
        label="File, number, name or product"
        value={search.text ?? ''}
        onSearch={(text) => onChange({ text })}
        flex="1 1 12rem"
      />
      <Button
        variant="default"
        hiddenFrom="sm"
        leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
        aria-expanded={isOpen}
        onClick={toggle}
      >
        Filters
      </Button>
      <Group gap="sm" flex="1 1 100%" display={{ base: isOpen ? 'flex' : 'none', sm: 'flex' }}>
        <FilterSelect
          label="State"
          placeholder="Any state"
          data={stateChoices}
          value={search.state}
          onChange={(state) => onChange({ state })}
          {...width}
        />
        <FilterSelect
          label="Kind"
          placeholder="Any kind"
          data={categoryChoices}
          value={search.category}
          onChange={(category) => onChange({ category })}
          {...width}
        />
        <FilterSelect
          label="Delivery"
          placeholder="Delivered or not"
          data={syncedChoices}
          value={search.synced}
          onChange={(synced) => onChange({ synced })}
          {...width}
        />
        <FilterSelect
          label="Duplicates"
          placeholder="With duplicates"
          data={duplicateChoices}
          value={search.duplicate}
          onChange={(duplicate) => onChange({ duplicate })}
          {...width}
        />
        <Day label="From day" value={search.from} onChange={(from) => onChange({ from })} />
        <Day label="Until day" value={search.until} onChange={(until) => onChange({ until })} />
      </Group>
    </Group>
  )
}

type DayProps = {
  label: string
  value: string | undefined
  onChange(day: string | null): void
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <DayInput
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={onChange}
      {...width}
    />
  )
}

function choicesOf(names: Record<string, string>) {
  return Object.entries(names).map(([value, label]) => ({ value, label }))
}
