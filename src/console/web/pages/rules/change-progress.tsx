import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { formatCount } from '../../parts/money.tsx'
import { allRules, changesQuery, isUnderWay, type Changes } from './rules-query.ts'

/** What is being changed at the rules, how far it is and what waits behind it; nothing when all is done. */
export function ChangeProgress() {
  const { data: changes } = useQuery(changesQuery)
  useFreshRulesAfter(isUnderWay(changes))
  if (changes === undefined || !isUnderWay(changes)) return null
  return (
    <Alert
      mb="md"
      icon={<IconRefresh aria-hidden />}
      title="The rules are being changed"
      role="status"
    >
      <Stack gap="xs">
        {changes.isElsewhere && (
          <Text size="sm">
            Another program, such as “daybook import rules”, is changing them, or was interrupted.
            You can go on: what you save waits for its turn and begins by itself.
          </Text>
        )}
        {changes.items.map((change) => (
          <UnderWay key={change.id} change={change} />
        ))}
      </Stack>
    </Alert>
  )
}

function UnderWay({ change }: { change: Changes['items'][number] }) {
  const { by, what, progress } = change
  const name = `${what} (${by.name})`
  if (progress === null) {
    return <Text size="sm">{name} waits for its turn and begins by itself.</Text>
  }
  const { done, total } = progress
  return (
    <Stack gap={4}>
      <Text size="sm">
        {name}: {formatCount(done)} of {formatCount(total)} waiting scans are looked through. Until
        all are, the rules of before hold.
      </Text>
      <Progress
        value={total === 0 ? 100 : (100 * done) / total}
        aria-label="Scans that are looked through"
      />
    </Stack>
  )
}

/** When a change ends, whoever made it, what is shown is asked for again. */
function useFreshRulesAfter(underWay: boolean): void {
  const client = useQueryClient()
  const before = useRef(underWay)
  useEffect(() => {
    if (before.current && !underWay) void client.invalidateQueries({ queryKey: allRules })
    before.current = underWay
  }, [client, underWay])
}
