import { Badge } from '@mantine/core'
import { outcomeOf, resultWords, type CallResult, type Outcome } from './result-words.ts'

const signs: Readonly<Record<Outcome, { sign: string; color: string }>> = {
  good: { sign: '✓', color: 'inherit' },
  partly: { sign: '!', color: 'orange' },
  failed: { sign: '✕', color: 'var(--mantine-color-error)' },
}

/** How a call ended: its HTTP status, what that means, and how many of its rows were refused. */
export function StatusBadge({ result }: { result: CallResult }) {
  const { sign, color } = signs[outcomeOf(result)]
  return (
    <Badge
      variant="default"
      leftSection={sign}
      c={color}
      h="auto"
      mih="1.25rem"
      maw="100%"
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
    >
      {resultWords(result)}
    </Badge>
  )
}
