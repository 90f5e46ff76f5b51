import { Box, Group, Pagination, Text } from '@mantine/core'
import { formatCount } from '../counts.ts'
import type { PagingProps } from './table-props.ts'

/** Which rows of how many are shown, and the way to the others; nothing when that is all. */
export function Paging({ paging, label }: { paging?: PagingProps | undefined; label: string }) {
  if (paging === undefined || paging.total <= paging.size) return null
  const { page, size, total, onChange } = paging
  const first = (page - 1) * size + 1
  const last = Math.min(page * size, total)
  return (
    <Group justify="space-between" mt="md">
      <Text size="sm" c="dimmed">
        {formatCount(first)} to {formatCount(last)} of {formatCount(total)}
      </Text>
      <Box component="nav" aria-label={`Pages of ${label}`}>
        <Pagination
          size="sm"
          value={page}
          total={Math.ceil(total / size)}
          onChange={onChange}
          getControlProps={(control) => ({ 'aria-label': `${control} page` })}
          getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
        />
      </Box>
    </Group>
  )
}
