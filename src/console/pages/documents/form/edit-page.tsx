import { Anchor, Group, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { memo, useEffect } from 'react'
import { useIsShown } from '../../../components/hooks.ts'
import { useKeys } from '../../../components/keys.tsx'
import { documentQuery, type ShownDocument } from '../data.ts'
import { BesidePaper } from '../paper/paper.tsx'
import { BillForm } from './bill-form.tsx'
import { formKeys } from './use-keyboard.ts'
import type { Outcome } from './queue/place-in-queue.ts'
import { QueueBar, SavedNote, passInQueue, placeOnceKnown, useQueue } from './queue/queue-bar.tsx'
import { t } from '../../../language/language.ts'

/** How long the message about a held document stays, in milliseconds: long enough to read. */
const heldToastMs = 10_000

type EditPageProps = {
  shown: ShownDocument
  onClose: () => void
}

/** The paper and its form side by side, one document after another in the same view. */
export function EditPage({ shown, onClose }: EditPageProps) {
  const { id, filename, file } = shown
  const queue = useQueue(id)
  const open = useOpenInForm()
  usePrefetched(queue?.next)
  const go = (by: 1 | -1) => {
    const other = by === 1 ? queue?.next : queue?.previous
    if (other != null) open(other)
  }
  const client = useQueryClient()
  const isShown = useIsShown()
  const onSaved = async (isNext: boolean, outcome: Outcome) => {
    const waited = ['pending', 'failed', 'check'].includes(shown.state)
    const place = isNext ? (queue ?? (await placeOnceKnown(client, { id, waited }))) : null
    const next = place?.next ?? null
    passInQueue(id, outcome, next)
    // The user may have gone to another page meanwhile, and stays there.
    if (next !== null && isShown.current) return open(next)
    showOutcome(outcome)
    if (isShown.current) onClose()
  }
  const form = (
    <BillForm
      key={id}
      shown={shown}
      onClose={onClose}
      onSaved={onSaved}
      onGo={queue?.next == null ? null : go}
    />
  )
  return (
    <>
      <FormKeys />
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Group gap="xs" miw={0}>
          <Anchor component={Link} to="/documents" fz="sm">
            {t('Documents')}
          </Anchor>
          <Title order={1} size="h4" className="page-title">
            {filename}
          </Title>
        </Group>
        {queue !== null && queue.total > 1 && <QueueBar queue={queue} onGo={go} />}
      </Group>
      <SavedNote id={id} />
      {file === null ? (
        <>
          <Text size="sm" c="dimmed" mb="md">
            {t('There is no file to look at.')}
          </Text>
          {form}
        </>
      ) : (
        <BesidePaper id={id} filename={filename} file={file}>
          {form}
        </BesidePaper>
      )}
    </>
  )
}

function showOutcome({ text, isHeld }: Outcome): void {
  notifications.show({
    message: text,
    ...(isHeld ? { color: 'yellow', autoClose: heldToastMs } : {}),
  })
}

function useOpenInForm() {
  const navigate = useNavigate()
  return (id: string) =>
    void navigate({ to: '/documents/$id', params: { id }, search: { edit: true }, replace: true })
}

/** Loads the next document in advance. */
function usePrefetched(id: string | null | undefined): void {
  const client = useQueryClient()
  useEffect(() => {
    if (id != null) void client.prefetchQuery(documentQuery(id, 1))
  }, [client, id])
}

/** A separate component, so that the keys are declared once and not at every key press. */
const FormKeys = memo(function FormKeys() {
  useKeys(t('The form of a document'), formKeys)
  return null
})
