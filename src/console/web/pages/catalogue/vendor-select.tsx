import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { vendorsQuery } from './products-query.ts'

/** How long nobody types before vendors are looked for, in milliseconds. */
const pauseMs = 200

type VendorSelectProps = Omit<SelectProps, 'data'> & {
  /** The vendor that the product has. */
  current: { id: string; name: string } | null
}

/** An entry of the vendor list, found by a part of its name. */
export function VendorSelect({ current, ...props }: VendorSelectProps) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text === current?.name ? '' : text, pauseMs)
  const found = useQuery(vendorsQuery(search)).data?.items ?? []
  const isFound = current === null || found.some(({ id }) => id === current.id)
  const offered = isFound ? found : [current, ...found]
  return (
    <Select
      data={offered.map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No vendor' }}
      onSearchChange={setText}
      nothingFoundMessage="No vendor has this name."
      {...props}
    />
  )
}
