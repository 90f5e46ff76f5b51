import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { offeredQuery, type NameKind } from './names-query.ts'

/** The list is asked when nothing was typed for this long, in milliseconds. */
const pauseMs = 200

/** An entry that was chosen. */
export type Chosen = { id: string; name: string }

type EntrySelectProps = Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  kind: NameKind
  /** One that cannot be chosen. */
  exceptId?: string
  value?: Chosen | null
  onChange?: (chosen: Chosen | null) => void
}

/** Chooses an entry of a list by some letters of its name or of an alias. */
export function EntrySelect({
  kind,
  exceptId,
  value = null,
  onChange,
  ...props
}: EntrySelectProps) {
  const [typed, setTyped] = useState(value?.name ?? '')
  const [search] = useDebouncedValue(typed, pauseMs)
  const offered = useQuery(offeredQuery(kind, search === value?.name ? '' : search))
  const found = (offered.data?.items ?? []).filter(({ id }) => id !== exceptId && id !== value?.id)
  const options = value === null ? found : [value, ...found]
  return (
    <Select
      searchable
      openOnFocus={false}
      clearable
      clearButtonProps={{ 'aria-label': 'Clear the choice' }}
      data={options.map(({ id, name }) => ({ value: id, label: name }))}
      // The server has searched, in aliases too.
      filter={({ options: all }) => all}
      nothingFoundMessage={offered.isFetching ? 'Searching…' : 'Nothing has these letters'}
      searchValue={typed}
      onSearchChange={setTyped}
      value={value?.id ?? null}
      onChange={(id) => {
        const chosen = options.find((option) => option.id === id)
        onChange?.(chosen === undefined ? null : { id: chosen.id, name: chosen.name })
      }}
      {...props}
    />
  )
}
