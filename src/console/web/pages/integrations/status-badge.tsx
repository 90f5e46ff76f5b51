import { Badge } from '@mantine/core'

const words: Readonly<Record<number, string>> = {
  304: 'Nothing new',
  400: 'Not understood',
  401: 'Key refused',
  403: 'Not allowed',
  404: 'Not found',
  409: 'Conflict',
  413: 'Too large',
  429: 'Too many calls',
  500: 'Daybook failed',
  503: 'Busy',
  507: 'Disk full',
}

/** How a call ended: its HTTP status, and what that means. */
export function StatusBadge({ status }: { status: number }) {
  const isFailure = status >= 400
  const word = words[status] ?? (isFailure ? 'Failed' : 'Done')
  return (
    <Badge
      variant="default"
      tt="none"
      fw={500}
      leftSection={isFailure ? '✕' : '✓'}
      c={isFailure ? 'var(--mantine-color-error)' : 'inherit'}
    >
      {status} {word}
    </Badge>
  )
}
