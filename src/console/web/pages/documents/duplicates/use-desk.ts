import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ask } from '../../../client.ts'
import { showRefusal } from '../../../components/commands.tsx'
import { keyOf, pairsQuery, type Decision, type Pair } from './data.ts'
import { t } from '../../../language/language.ts'

type Decided = { pair: Pair; decision: Decision }

/**
 * The pairs one after the other. A decision shows the next pair at once and is sent meanwhile, in its turn; one that is
 * refused brings its pair back.
 */
export function useDesk(document: string | undefined) {
  const client = useQueryClient()
  const query = useQuery(pairsQuery(document))
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [broughtBack, setBroughtBack] = useState<readonly Pair[]>([])
  const turn = useRef(Promise.resolve())
  const unsent = useRef(0)
  const [saving, setSaving] = useState(0)
  // What was said and is not on the server yet would be lost with the window.
  useWindowEvent('beforeunload', (event) => {
    if (unsent.current > 0) event.preventDefault()
  })
  const open = openPairs(query.data?.pairs ?? [], broughtBack, decided)

  const countUnsent = (change: 1 | -1) => {
    unsent.current += change
    setSaving(unsent.current)
  }
  /** Each in its turn. When nothing is under way any more, what is listed is asked for anew. */
  const send = (work: () => Promise<unknown>, refused: () => void) => {
    countUnsent(1)
    turn.current = sendAfter(turn.current, work, refused)
  }
  const sendAfter = async (
    before: Promise<void>,
    work: () => Promise<unknown>,
    refused: () => void,
  ) => {
    await before
    try {
      await work()
    } catch (error) {
      refused()
      showRefusal(error)
    }
    countUnsent(-1)
    if (unsent.current === 0) await client.invalidateQueries({ queryKey: ['documents'] })
  }
  const decide = (pair: Pair, decision: Decision) => {
    const one = { pair, decision }
    setDecided((before) => [...before, one])
    setBroughtBack((before) => before.filter((other) => keyOf(other) !== keyOf(pair)))
    send(
      () => ask(api.documents.pairs.post(decision)),
      () => setDecided((before) => before.filter((other) => other !== one)),
    )
  }
  const undo = () => {
    const last = decided.at(-1)
    if (last === undefined) return
    setDecided((before) => before.filter((one) => one !== last))
    setBroughtBack((before) => [last.pair, ...before])
    send(
      () => ask(api.documents.pairs['take-back'].post(last.decision)),
      () => {
        setBroughtBack((before) => before.filter((pair) => pair !== last.pair))
        setDecided((before) => [...before, last])
      },
    )
    notifications.show({ message: t('The last decision is taken back.') })
  }
  const total = Math.max(
    open.length,
    (query.data?.total ?? 0) - countIn(query.data?.pairs, decided),
  )
  return { query, open, total, decided, saving, decide, undo }
}

function openPairs(
  listed: readonly Pair[],
  broughtBack: readonly Pair[],
  decided: readonly Decided[],
): Pair[] {
  const done = new Set(decided.map(({ pair }) => keyOf(pair)))
  const all = new Map([...broughtBack, ...listed].map((pair) => [keyOf(pair), pair]))
  return [...all].filter(([key]) => !done.has(key)).map(([, pair]) => pair)
}

/** How many of the listed pairs are decided: the server counted them when it listed them. */
function countIn(listed: readonly Pair[] | undefined, decided: readonly Decided[]): number {
  const keys = new Set((listed ?? []).map(keyOf))
  return decided.filter(({ pair }) => keys.has(keyOf(pair))).length
}
