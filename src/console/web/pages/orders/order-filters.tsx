import { Group } from '@mantine/core'
import { DayInput } from '../../components/day-inputs.tsx'
import { FilterSelect, SearchInput } from '../../components/filters.tsx'
import type { SearchChange } from '../../search.ts'
import type { OrderSearch } from './order-search.ts'
import { orderStatuses, statusWords, syncStates, syncWords } from './order-words.ts'

const statuses = orderStatuses.map((value) => ({ value, label: statusWords[value].label }))
const syncs = syncStates.map((value) => ({ value, label: syncWords[value].label }))

type OrderFiltersProps = {
  search: OrderSearch
  onChange(change: SearchChange<OrderSearch>): void
}

export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { from = null, until = null } = search
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label="Orders">
      <SearchInput
        label="Number, customer, phone or product"
        flex="1 1 16rem"
        maxLength={200}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text })}
      />
      <FilterSelect
        label="Status"
        placeholder="Any status"
        data={statuses}
        value={search.status}
        onChange={(status) => onChange({ status })}
        flex="1 1 9rem"
        maw="14rem"
      />
      <FilterSelect
        label="Accounting"
        placeholder="Synced or not"
        data={syncs}
        value={search.sync}
        onChange={(sync) => onChange({ sync })}
        flex="1 1 9rem"
        maw="14rem"
      />
      <DayInput
        aria-label="Placed from"
        placeholder="From"
        flex="1 1 9rem"
        maw="11rem"
        value={from}
        onChange={(day) => onChange({ from: day })}
      />
      <DayInput
        aria-label="Placed until"
        placeholder="Until"
        flex="1 1 9rem"
        maw="11rem"
        value={until}
        onChange={(day) => onChange({ until: day })}
      />
    </Group>
  )
}
