import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DayInput } from '../../parts/forms/day-input.tsx'
import { isNarrowed, type SearchChange } from '../../search.ts'
import { peopleQuery } from './activity-query.ts'
import { activityKinds, kindNames, type ActivitySearch } from './activity-search.ts'

type ActivityFiltersProps = {
  search: ActivitySearch
  onChange: (change: SearchChange<ActivitySearch>) => void
  onClear: () => void
  /** Members see only what they did themselves. */
  offersPeople: boolean
}

const kinds = activityKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

/** What of the activity is shown. */
export function ActivityFilters({ search, onChange, onClear, offersPeople }: ActivityFiltersProps) {
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="About"
        placeholder="Everything"
        data={kinds}
        value={search.kind ?? null}
        onChange={(kind) => onChange({ kind })}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
        w={{ base: '100%', xs: 200 }}
      />
      {offersPeople && (
        <People value={search.person ?? null} onChange={(person) => onChange({ person })} />
      )}
      <DayInput
        label="From"
        placeholder="First day"
        value={search.from ?? null}
        onChange={(day) => onChange({ from: day })}
        w={{ base: '100%', xs: 170 }}
      />
      <DayInput
        label="To"
        placeholder="Last day"
        value={search.to ?? null}
        onChange={(day) => onChange({ to: day })}
        w={{ base: '100%', xs: 170 }}
      />
      {isNarrowed(search) && (
        <Button variant="subtle" onClick={onClear}>
          Show everything
        </Button>
      )}
    </Group>
  )
}

function People({
  value,
  onChange,
}: {
  value: string | null
  onChange: (person: string | null) => void
}) {
  const people = useQuery(peopleQuery)
  return (
    <Select
      label="Person"
      placeholder="Everybody"
      data={people.data?.items.map(({ id, name }) => ({ value: id, label: name })) ?? []}
      value={value}
      onChange={onChange}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Everybody' }}
      nothingFoundMessage="Nobody is called that"
      w={{ base: '100%', xs: 220 }}
    />
  )
}
