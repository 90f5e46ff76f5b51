import { Badge } from '@mantine/core'
import { statusWords, syncWords, type OrderStatus, type SyncState } from './order-words.ts'

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { label, color } = statusWords[status]
  return <Dot label={label} color={color} />
}

export function SyncBadge({ sync }: { sync: SyncState }) {
  const { label, color } = syncWords[sync]
  return <Dot label={label} color={color} />
}

/** Coloured by its dot alone: the word is as readable as all others, in the light and in the dark. */
function Dot({ label, color }: { label: string; color: string }) {
  return (
    <Badge component="span" variant="dot" color={color} style={{ flexShrink: 0 }}>
      {label}
    </Badge>
  )
}
