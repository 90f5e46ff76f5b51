import { Badge } from '@mantine/core'
import type { ListedDocument } from './documents-query.ts'
import { stateNames } from './words.ts'

export function StateBadge({ state }: { state: ListedDocument['state'] }) {
  const { name, color } = stateNames[state]
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  )
}
