import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ask } from '../../client.ts'
import { showRefusal } from '../../components/commands.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { t } from '../../language/language.ts'
import { Refusal } from '../../refusal.ts'
import { type Card, todayQuery } from './data.ts'

export type Stream = ReturnType<typeof useStream>

/**
 * The questions one after another. An answer shows the next question at once and is sent in the background, in order. A refused answer
 * brings its question back, unless somebody else was faster.
 */
export function useStream(about: string | undefined) {
  const query = useQuery(todayQuery(about))
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const show = (ids: readonly string[]) =>
    setHidden((before) => new Set([...before].filter((id) => !ids.includes(id))))
  const { saving, send } = useSending(show)
  const cards = (query.data?.cards ?? []).filter(({ id }) => !hidden.has(id))
  const { current, goTo } = useCurrent(cards)
  return {
    query,
    cards,
    current,
    saving,
    /** What is left, as far as this page knows. */
    left: Math.max(cards.length, (query.data?.left ?? 0) - hiddenIn(query.data?.cards, hidden)),
    answer({ id }: Card, choice: string, text = '') {
      setHidden((before) => new Set([...before, id]))
      const refused = (error: unknown) => {
        if (!isTaken(error)) show([id])
        if (!isTaken(error) || error.status === 409) showRefusal(error, t('Not answered'))
      }
      const answer = () => ask(api.today.answers.post({ id, choice, text }))
      send(() => withPassword(answer), { id, refused })
    },
    /** Without an id, the last answer. */
    undo(id?: string) {
      const takeBack = async () => {
        const taken = await ask(api.today.undo.post({ id: id ?? null }))
        show([taken.id])
        goTo(taken.id)
        notifications.show({ message: t('The answer is taken back.') })
      }
      send(takeBack, { refused: showRefusal })
    },
    takeUp() {
      send(() => ask(api.today['take-up'].post()), { refused: showRefusal })
    },
  }
}

/** The question that somebody looks at. One that arrives does not push it aside. */
function useCurrent(cards: readonly Card[]) {
  const [wanted, setWanted] = useState<string>()
  const [seen, setSeen] = useState<string>()
  const withId = (wantedId: string | undefined) => cards.find(({ id }) => id === wantedId)
  const current = withId(wanted) ?? withId(seen) ?? cards[0]
  if (current?.id !== seen) setSeen(current?.id)
  return { current, goTo: setWanted }
}

type Sent = {
  /** The question that is answered. */
  id?: string
  refused(error: unknown): void
}

/** Sends one after the other. When none is left, the questions are loaded again; `show` gets those that were answered until then. */
function useSending(show: (ids: readonly string[]) => void) {
  const client = useQueryClient()
  const turn = useRef(Promise.resolve())
  const unsent = useRef(0)
  const answered = useRef<string[]>([])
  const [saving, setSaving] = useState(0)
  // Closing the window would lose answers that are not sent yet.
  useWindowEvent('beforeunload', (event) => {
    if (unsent.current > 0) event.preventDefault()
  })
  const refresh = async () => {
    // The server may ask the same again: then it is shown again.
    const ids = answered.current.splice(0)
    await client.invalidateQueries({ queryKey: ['today'] })
    void client.invalidateQueries({ refetchType: 'none' })
    show(ids)
  }
  const count = (change: 1 | -1) => {
    unsent.current += change
    setSaving(unsent.current)
  }
  const sendAfter = async (
    before: Promise<void>,
    work: () => Promise<unknown>,
    { id, refused }: Sent,
  ) => {
    await before
    try {
      await work()
    } catch (error) {
      refused(error)
    }
    if (id !== undefined) answered.current.push(id)
    count(-1)
    if (unsent.current === 0) void refresh()
  }
  const send = (work: () => Promise<unknown>, sent: Sent) => {
    count(1)
    turn.current = sendAfter(turn.current, work, sent)
  }
  return { saving, send }
}

/** Whether nobody asks the question any more: somebody else was faster, or another answer settled it too. */
function isTaken(error: unknown): error is Refusal {
  return error instanceof Refusal && error.field === 'id'
}

function hiddenIn(listed: readonly Card[] | undefined, hidden: ReadonlySet<string>): number {
  return (listed ?? []).filter(({ id }) => hidden.has(id)).length
}
