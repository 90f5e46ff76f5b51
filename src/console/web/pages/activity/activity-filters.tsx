import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DayInput } from '../../components/day-inputs.tsx'
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
        flex={{ base: '1 1 8rem', xs: '0 0 200px' }}
      />
      {offersPeople && (
        <People value={search.person ?? null} onChange={(person) => onChange({ person })} />
      )}
      <DayInput
        label="From"
        placeholder="First day"
        value={search.from ?? null}
        onChange={(day) => onChange({ from: day })}
        flex={{ base: '1 1 8rem', xs: '0 0 170px' }}
      />
      <DayInput
        label="To"
        placeholder="Last day"
        value={search.to ?? null}
        onChange={(day) => onChange({ to: day })}
        flex={{ base: '1 1 8rem', xs: '0 0 170px' }}
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
      flex={{ base: '1 1 8rem', xs: '0 0 220px' }}
    />
  )
}
