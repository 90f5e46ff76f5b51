import { Badge } from '@mantine/core'

/** Marks a key that works on a copy of the shop's data. */
export function TestBadge() {
  return (
    <Badge size="sm" color="grape" variant="light">
      Test key
    </Badge>
  )
}
