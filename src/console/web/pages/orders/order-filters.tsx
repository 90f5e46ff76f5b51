import { Group, Select } from '@mantine/core'
import { DayInput } from '../../parts/day-input.tsx'
import { SearchInput } from '../../parts/search-input.tsx'
import {
  orderStatuses,
  statusWords,
  syncStates,
  syncWords,
  type OrderStatus,
  type SyncState,
} from './order-words.ts'
import type { OrderSearch } from './orders-query.ts'

const statuses = orderStatuses.map((value) => ({ value, label: statusWords[value].label }))
const syncs = syncStates.map((value) => ({ value, label: syncWords[value].label }))

/** What may be undefined takes a filter away. */
export type Filters = {
  search?: string | undefined
  status?: OrderStatus | undefined
  sync?: SyncState | undefined
  from?: string | undefined
  until?: string | undefined
}

type OrderFiltersProps = { search: OrderSearch; onChange: (change: Filters) => void }

export function OrderFilters({ search, onChange }: OrderFiltersProps) {
  const { status = null, sync = null, from = null, until = null } = search
  return (
    <Group gap="sm" mb="md" align="flex-end" role="search" aria-label="Orders">
      <SearchInput
        label="Number, customer or phone"
        flex="1 1 16rem"
        maxLength={200}
        value={search.search ?? ''}
        onSearch={(text) => onChange({ search: text === '' ? undefined : text })}
      />
      <Select
        aria-label="Status"
        placeholder="Any status"
        data={statuses}
        clearable
        clearButtonProps={{ 'aria-label': 'Any status' }}
        flex="1 1 9rem"
        maw="14rem"
        value={status}
        onChange={(chosen) => onChange({ status: chosen ?? undefined })}
      />
      <Select
        aria-label="Accounting"
        placeholder="Synced or not"
        data={syncs}
        clearable
        clearButtonProps={{ 'aria-label': 'Synced or not' }}
        flex="1 1 9rem"
        maw="14rem"
        value={sync}
        onChange={(chosen) => onChange({ sync: chosen ?? undefined })}
      />
      <DayInput
        aria-label="Placed from"
        placeholder="From"
        flex="1 1 9rem"
        maw="11rem"
        value={from}
        {...(until === null ? {} : { maxDate: until })}
        onChange={(day) => onChange({ from: day ?? undefined })}
      />
      <DayInput
        aria-label="Placed until"
        placeholder="Until"
        flex="1 1 9rem"
        maw="11rem"
        value={until}
        {...(from === null ? {} : { minDate: from })}
        onChange={(day) => onChange({ until: day ?? undefined })}
      />
    </Group>
  )
}
