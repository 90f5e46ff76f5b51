import { Button, Group, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DayInput } from '../../parts/day-input.tsx'
import { peopleQuery, type ActivitySearch } from './activity-query.ts'
import { activityKinds, kindNames } from './kinds.ts'

type ActivityFiltersProps = {
  search: ActivitySearch
  onChange: (search: ActivitySearch) => void
  /** Members see only what they did themselves. */
  offersPeople: boolean
}

const kinds = activityKinds.map((kind) => ({ value: kind, label: kindNames[kind] }))

/** What of the activity is shown; another choice begins at its first page. */
export function ActivityFilters({ search, onChange, offersPeople }: ActivityFiltersProps) {
  const { page: _, ...filters } = search
  const change = <Key extends keyof typeof filters>(
    key: Key,
    value: (typeof filters)[Key] | null,
  ) => {
    const { [key]: _before, ...others } = filters
    onChange(value === null ? others : { ...others, [key]: value })
  }
  return (
    <Group mb="md" gap="sm" align="flex-end">
      <Select
        label="About"
        placeholder="Everything"
        data={kinds}
        value={search.kind ?? null}
        onChange={(kind) => change('kind', kind)}
        clearable
        clearButtonProps={{ 'aria-label': 'Everything' }}
        w={{ base: '100%', xs: 200 }}
      />
      {offersPeople && (
        <People value={search.person ?? null} onChange={(person) => change('person', person)} />
      )}
      <DayInput
        label="From"
        placeholder="First day"
        value={search.from ?? null}
        onChange={(day) => change('from', day)}
        w={{ base: '100%', xs: 170 }}
      />
      <DayInput
        label="To"
        placeholder="Last day"
        value={search.to ?? null}
        onChange={(day) => change('to', day)}
        w={{ base: '100%', xs: 170 }}
      />
      {Object.keys(filters).length > 0 && (
        <Button variant="subtle" onClick={() => onChange({})}>
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
