import { Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { counted } from '../../components/values.tsx'
import { keySeesQuery, type Key } from './keys-query.ts'

/** Most asked: the key works but fetches nothing. It acts as its user, and the scans wait under another. */
export function KeySees({ shown }: { shown: Key }) {
  const asksForScans = shown.service === 'scan-export' && shown.state === 'active'
  const sees = useQuery({ ...keySeesQuery(shown.id), enabled: asksForScans })
  if (!asksForScans) return '–'
  if (sees.isError) return 'not known'
  if (sees.data === undefined) return <Skeleton height={14} width={80} my={4} />
  const { sees: count, others } = sees.data
  return (
    <Stack gap={2}>
      <Text size="sm">{counted(count, 'scan')}</Text>
      {count === 0 && others.length > 0 && (
        <Text size="xs" c="dimmed" maw="16rem">
          {others.map(({ name, waiting }) => `${scansWait(waiting)} under ${name}`).join(', ')};
          this key sees 0, because it acts as {shown.isMine ? 'you' : shown.user.name}.
        </Text>
      )}
    </Stack>
  )
}

function scansWait(count: number): string {
  return `${counted(count, 'scan')} ${count === 1 ? 'waits' : 'wait'}`
}
