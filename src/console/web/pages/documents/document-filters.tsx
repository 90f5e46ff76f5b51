import { Button, Group, Select } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { DayInput } from '../../parts/day-input.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import { categories, states, yesOrNo, type DocumentSearch } from './document-search.ts'
import { categoryNames } from './words.ts'

type Filters = Omit<DocumentSearch, 'page'>

/** What a filter is set to; undefined takes it away. */
type Changed = { [Key in keyof Filters]: Filters[Key] | undefined }

type FilterProps = {
  search: DocumentSearch
  /** Makes the address from what it says by then: typing is passed on late. */
  onChange: (change: (before: DocumentSearch) => Filters) => void
}

const stateChoices = { pending: 'To be read', successful: 'Read', failed: 'Could not be read' }
const syncedChoices = { yes: 'Delivered', no: 'Not delivered' }
const duplicateChoices = { yes: 'Only duplicates', no: 'Without duplicates' }

/** What the list is chosen by. On a phone most of it is behind a button. */
export function DocumentFilters({ search, onChange }: FilterProps) {
  const { page: _, ...filters } = search
  const [isOpen, { toggle }] = useDisclosure(Object.keys(filters).length > 0)
  const set = (changed: Changed) => onChange((before) => withoutAbsent({ ...before, ...changed }))
  return (
    <Group gap="sm" mb="md">
      <SearchInput
        label="File, number, name or product"
        value={search.text ?? ''}
        onSearch={(text) => set({ text: text === '' ? undefined : text })}
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
        <Choice
          label="State"
          all="Any state"
          names={stateChoices}
          value={search.state}
          onChange={(chosen) => set({ state: states.find((state) => state === chosen) })}
        />
        <Choice
          label="Kind"
          all="Any kind"
          names={categoryNames}
          value={search.category}
          onChange={(chosen) => set({ category: categories.find((name) => name === chosen) })}
        />
        <Choice
          label="Delivery"
          all="Delivered or not"
          names={syncedChoices}
          value={search.synced}
          onChange={(chosen) => set({ synced: yesOrNo.find((answer) => answer === chosen) })}
        />
        <Choice
          label="Duplicates"
          all="With duplicates"
          names={duplicateChoices}
          value={search.duplicate}
          onChange={(chosen) => set({ duplicate: yesOrNo.find((answer) => answer === chosen) })}
        />
        <Day label="From day" value={search.from} onChange={(from) => set({ from })} />
        <Day label="Until day" value={search.until} onChange={(until) => set({ until })} />
      </Group>
    </Group>
  )
}

type ChoiceProps = {
  label: string
  /** Shown when it does not matter. */
  all: string
  names: Record<string, string>
  value: string | undefined
  onChange: (chosen: string | null) => void
}

function Choice({ label, all, names, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={all}
      data={Object.entries(names).map(([key, name]) => ({ value: key, label: name }))}
      value={value ?? null}
      onChange={onChange}
      clearable
      clearButtonProps={{ 'aria-label': all }}
      flex="1 1 8rem"
    />
  )
}

type DayProps = {
  label: string
  value: string | undefined
  onChange: (day: string | undefined) => void
}

function Day({ label, value, onChange }: DayProps) {
  return (
    <DayInput
      aria-label={label}
      placeholder={label}
      value={value ?? null}
      onChange={(day) => onChange(day ?? undefined)}
      flex="1 1 8rem"
    />
  )
}

/** The first page of it. */
function withoutAbsent(filters: Changed): Filters {
  const { state, category, synced, duplicate, from, until, text } = filters
  return {
    ...(state === undefined ? {} : { state }),
    ...(category === undefined ? {} : { category }),
    ...(synced === undefined ? {} : { synced }),
    ...(duplicate === undefined ? {} : { duplicate }),
    ...(from === undefined ? {} : { from }),
    ...(until === undefined ? {} : { until }),
    ...(text === undefined ? {} : { text }),
  }
}
