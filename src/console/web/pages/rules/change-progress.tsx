import { Alert, Progress, Stack, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '../../components/values.tsx'
import { useRefresh, useWhenEnded } from '../../components/hooks.ts'
import { changesQuery, isUnderWay, type Changes } from './rules-query.ts'

/** What is being changed at the rules, how far it is and what waits behind it; nothing when all is done. */
export function ChangeProgress() {
  const { data: changes } = useQuery(changesQuery)
  const refresh = useRefresh()
  // Whoever made the change.
  useWhenEnded(isUnderWay(changes), () => void refresh())
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
