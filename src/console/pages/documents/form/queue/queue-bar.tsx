import { ActionIcon, Alert, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useQuery, type QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { tCounted, formatCount } from '../../../../components/values.tsx'
import { hasRole } from '../../../../words.ts'
import { useSignedIn } from '../../../../state.ts'
import { usePaperAhead } from '../../paper/data.ts'
import { t } from '../../../../language/language.ts'
import { api, answerQuery } from '../../../../client.ts'
import { LinkButton } from '../../../../components/buttons.tsx'

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
    <LinkButton
      to="/documents/$id"
      params={{ id: first }}
      search={{ edit: true }}
      onClick={() => startQueue()}

      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
    >
      {queueName(data)}
    </LinkButton>
  )
}

/** The outcome of a document, shown above the form of the document `next`. */
type Said = Outcome & { next: string }

const queueQuery = answerQuery(['documents', 'queue'], () => api.documents.queue.get())

// Outside React, because each document has its own form.
let passed: readonly string[] = []
let listed: readonly string[] = []
let said: Said | null = null
const listeners = new Set<() => void>()

/** Starts a new queue without earlier documents. `ids` are documents of a list that come first. */
export function startQueue(ids: readonly string[] = []): void {
  listed = ids
  replace([], null)
}

/** A document was saved: it keeps its place, and is not come back to. `next` is what is typed now, if anything. */
export function passInQueue(id: string, outcome: Outcome, next: string | null): void {
  const told = next === null ? null : { ...outcome, next }
  replace(passed.includes(id) ? passed : [...passed, id], told)
}

/** What became of the document before this one; null once it was put away. */
function useSaid(id: string): Said | null {
  const last = useSyncExternalStore(subscribe, () => said)
  return last?.next === id ? last : null
}

function putAwaySaid(): void {
  replace(passed, null)
}

/** Null for a document that does not wait to be typed. */
export function useQueue(id: string): InQueue | null {
  const done = useSyncExternalStore(subscribe, () => passed)
  const { data } = useQuery(queueQuery)
  return data === undefined ? null : placeInQueue(id, done, inOrder(data, listed))
}

/**
 * The same for a document that was saved before the queue was known; null also where it cannot be asked. `waited`: it
 * was to be typed. The queue may be without it by now: it is as one in front of all others then.
 */
export async function placeOnceKnown(
  client: QueryClient,
  { id, waited }: { id: string; waited: boolean },
): Promise<InQueue | null> {
  const data = await client.ensureQueryData(queueQuery).catch(() => null)
  if (data === null) return null
  const waiting = inOrder(data, listed)
  const place = placeInQueue(id, passed, waiting)
  return place === null && waited ? placeInQueue(id, [...passed, id], waiting) : place
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function replace(ids: readonly string[], told: Said | null): void {
  passed = ids
  said = told
  for (const listener of listeners) listener()
}

/** The place of a document in the queue. `next` is null after the last one. */
type InQueue = {
  position: number
  total: number
  next: string | null
  previous: string | null
}

/** The waiting documents in working order. If the user works through a list, its held documents come first, in the list's order. */
export function inOrder(
  { ids, held }: { ids: readonly string[]; held: readonly string[] },
  order: readonly string[],
): string[] {
  const first = order.filter((id) => held.includes(id))
  return [...first, ...ids.filter((id) => !first.includes(id))]
}

/** The place among saved documents, in their order, and waiting ones. */
export function placeInQueue(
  id: string,
  done: readonly string[],
  waiting: readonly string[],
): InQueue | null {
  const open = waiting.filter((other) => !done.includes(other))
  const all = [...done, ...open]
  const at = all.indexOf(id)
  if (at === -1) return null
  const behind = all.slice(at + 1).find((other) => open.includes(other))
  const first = open.find((other) => other !== id)
  return {
    position: at + 1,
    total: all.length,
    next: behind ?? first ?? null,
    previous: all[at - 1] ?? null,
  }
}

/** The state of a document after saving. */
type Saved = {
  state: string
  findings: readonly { message: string }[]
  original?: { filename: string; state: string } | null | undefined
}

/** The message about a saved document, and whether it is held. */
export type Outcome = { text: string; isHeld: boolean }

export function outcomeOf(filename: string, saved: Saved): Outcome {
  return { text: savedText(filename, saved), isHeld: saved.state !== 'waiting' }
}

/** The message about a saved document. It says that the document is on its way only if that is true. */
export function savedText(filename: string, { state, findings, original }: Saved): string {
  const saved = t('{{filename}} is saved.', { filename })
  switch (state) {
    case 'waiting':
      return `${saved} ${t('It waits to be delivered.')}`
    case 'check':
      return `${saved} ${t('It is held back: check its values.')} ${findings[0]?.message ?? ''}`.trim()
    case 'duplicate':
      if (original?.state === 'check') {
        return `${saved} ${t(
          'It waits for {{filename}}, an older one with its number, whose values are to be checked.',
          { filename: original.filename },
        )}`
      }
      return original == null
        ? `${saved} ${t('It is held back: an older document has this number.')}`
        : `${saved} ${t('It is held back: an older document has this number, {{filename}}.', { filename: original.filename })}`
    default:
      return saved
  }
}
