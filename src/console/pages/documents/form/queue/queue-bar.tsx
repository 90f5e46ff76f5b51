import { ActionIcon, Alert, Button, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { tCounted, formatCount } from '../../../../components/values.tsx'
import { hasRole } from '../../../../roles.ts'
import { useSignedIn } from '../../../../state.ts'
import { usePaperAhead } from '../../paper/data.ts'
import type { InQueue } from './place-in-queue.ts'
import { putAwaySaid, queueQuery, startQueue, useSaid } from './queue.ts'
import { t } from '../../../../language/language.ts'

/** "3 of 10", and buttons to the other documents. */
export function QueueBar({ queue, onGo }: { queue: InQueue; onGo: (by: 1 | -1) => void }) {
  usePaperAhead(queue.next)
  return (
    <Group gap={4} wrap="nowrap" role="group" aria-label={t('Documents to type in')}>
      <ActionIcon
        aria-label={t('The document before')}
        disabled={queue.previous === null}
        onClick={() => onGo(-1)}
      >
        <IconChevronLeft size={18} aria-hidden />
      </ActionIcon>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {t('{{position}} of {{total}}', {
          position: formatCount(queue.position),
          total: formatCount(queue.total),
        })}
      </Text>
      <ActionIcon
        aria-label={t('The next document')}
        disabled={queue.next === null}
        onClick={() => onGo(1)}
      >
        <IconChevronRight size={18} aria-hidden />
      </ActionIcon>
    </Group>
  )
}

/** The outcome of the previous document, inside the page, where it covers no field. */
export function SavedNote({ id }: { id: string }) {
  const said = useSaid(id)
  if (said === null) return null
  return (
    <Alert
      role="status"
      color={said.isHeld ? 'yellow' : 'teal'}
      mb="sm"
      py={6}
      withCloseButton
      closeButtonLabel={t('Close')}
      onClose={putAwaySaid}
    >
      {said.text}
    </Alert>
  )
}

/** The work in the queue: "Check 2 documents". */
function queueName({ total, toCheck }: { total: number; toCheck: number }): string {
  const what = tCounted(total, 'document')
  if (toCheck === 0) return t('Type in {{what}}', { what })
  return toCheck === total
    ? t('Check {{what}}', { what })
    : t('Check or type in {{what}}', { what })
}

/** Starts work on the waiting documents. Nothing if none wait. */
export function TypeInButton() {
  const { user } = useSignedIn()
  const { data } = useQuery({ ...queueQuery, enabled: hasRole(user, 'clerk') })
  const first = data?.ids[0]
  if (data === undefined || first === undefined) return null
  return (
    <Button
      renderRoot={(props) => (
        <Link
          to="/documents/$id"
          params={{ id: first }}
          search={{ edit: true }}
          {...props}
          onClick={() => startQueue()}
        />
      )}
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      {queueName(data)}
    </Button>
  )
}
