import { Anchor, Group, Loader, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '../../../state.ts'
import { documentQuery } from '../data.ts'
import { startQueue } from '../form/queue/queue.ts'
import { batchesOf, useUploads } from '../uploads.ts'
import { lookMs, useReading } from './data.ts'
import { placeText, resultText } from './words.ts'
import { t } from '../../../language/language.ts'

/** How often a document that is in no queue yet is asked for, in milliseconds. One behind the queue's first is not near. */
const againMs = 2_000

/** What becomes of a file that was added, from its place in the queue to what came of it. */
export function ReadResult({ id, filename }: { id: string; filename: string }) {
  const reading = useReading()
  const place = reading === undefined ? undefined : placeText(reading, id)
  const shown = useQuery({
    ...documentQuery(id, 1),
    enabled: reading !== undefined && place === undefined,
    refetchInterval({ state }) {
      if (state.data?.state !== 'reading') return false
      return reading !== undefined && reading.own > reading.queue.length ? lookMs : againMs
    },
  })
  const isDone = place === undefined && shown.data !== undefined && shown.data.state !== 'reading'
  if (!isDone) {
    return (
      <Group gap={6} wrap="nowrap">
        <Loader size={12} aria-hidden />
        <Text size="xs" c="dimmed">
          {filename} {place ?? t('waits to be read')}
        </Text>
      </Group>
    )
  }
  const { state } = shown.data
  const isGood = state !== 'check' && state !== 'failed'
  const Icon = isGood ? IconCheck : IconAlertTriangle
  return (
    <Group gap={6} wrap="nowrap" role="status">
      <Icon size={14} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs">
        {filename} {resultText(shown.data)}
      </Text>
      {state === 'check' && <CheckIt id={id} filename={filename} />}
    </Group>
  )
}

/** The form itself, with the first doubt in focus: nothing is to be looked at before. Behind it come the others as they are listed. */
function CheckIt({ id, filename }: { id: string; filename: string }) {
  const { user } = useSignedIn()
  const added = batchesOf(useUploads(user.id)).flat()
  return (
    <Anchor
      size="xs"
      aria-label={t('Check it: {{filename}}', { filename })}
      style={{ whiteSpace: 'nowrap' }}
      renderRoot={(props) => (
        <Link
          to="/documents/$id"
          params={{ id }}
          search={{ edit: true }}
          {...props}
          onClick={() => startQueue(added.flatMap(({ document }) => document?.id ?? []))}
        />
      )}
    >
      {t('Check it')}
    </Anchor>
  )
}
