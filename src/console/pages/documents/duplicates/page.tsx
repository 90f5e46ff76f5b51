import { Alert, Button, Group, Kbd, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { IconButton } from '../../../components/buttons.tsx'
import { useKeys, type Key } from '../../../components/keys.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { tCounted, formatCount } from '../../../components/values.tsx'
import { type Decision, type Pair, keyOf, pairsQuery } from '../data.ts'
import { ComparedPair } from './pair.tsx'
import { t } from '../../../language/language.ts'
import { useWindowEvent } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api, ask } from '../../../client.ts'
import { showRefusal } from '../../../components/commands.tsx'

const route = getRouteApi('/shell/documents/duplicates')

/** Shows documents that look like the same paper, one pair at a time. One key decides, and the next pair appears. */
export function DuplicatesPage() {
  const { document } = route.useSearch()
  const desk = useDesk(document)
  const { query, open, total, decided, saving, undo } = desk
  const [pair] = open
  useKeys(t('Duplicates'), [{ keys: 'u', does: t('Undo the last decision'), run: undo }])
  return (
    <>
      <PageHeader title={t('Duplicates')} trail={[{ to: '/documents', label: t('Documents') }]}>
        {t('The same paper is delivered once; different papers are both delivered.')}
      </PageHeader>
      <Loaded query={query} pending={<Skeleton height="60vh" />}>
        {() => (
          <Stack gap="md">
            <Group justify="space-between">
              <Text fw={600} role="status">
                {progressText(decided.length, total, saving)}
              </Text>
              <IconButton
                icon={IconArrowBackUp}
                variant="default"
                size="xs"
                disabled={decided.length === 0}
                onClick={undo}
              >
                {t('Undo the last one')} <KeyHint>U</KeyHint>
              </IconButton>
            </Group>
            {pair === undefined ? (
              <NothingOpen isWaiting={total > 0 || saving > 0 || query.isFetching} />
            ) : (
              <Question pair={pair} desk={desk} />
            )}
          </Stack>
        )}
      </Loaded>
    </>
  )
}

/** Only decisions stored by the server count as done. */
function progressText(decided: number, left: number, saving: number): string {
  const done = Math.max(0, decided - saving)
  const parts = [
    left === 0 ? t('None left') : t('{{pairs}} to decide', { pairs: tCounted(left, 'pair') }),
  ]
  if (done > 0) parts.push(t('{{done}} done', { done: formatCount(done) }))
  if (saving > 0) parts.push(t('{{saving}} being saved', { saving: formatCount(saving) }))
  return parts.join(', ')
}

function NothingOpen({ isWaiting }: { isWaiting: boolean }) {
  if (isWaiting) return <Skeleton height="40vh" />
  return (
    <Alert
      color="green"
      icon={<IconCircleCheck aria-hidden />}
      title={t('Nothing looks like the same paper')}
    >
      {t(
        'Documents with the same number, or the same file, come here before anything is booked twice.',
      )}
    </Alert>
  )
}

type QuestionProps = { pair: Pair; desk: ReturnType<typeof useDesk> }

function Question({ pair, desk: { decide } }: QuestionProps) {
  const { kept, other, maySwap } = pair
  const say = (decision: Decision) => () => decide(pair, decision)
  const same = say({ kept: kept.id, other: other.id, verdict: 'same' })
  const different = say({ kept: kept.id, other: other.id, verdict: 'different' })
  const instead = say({ kept: other.id, other: kept.id, verdict: 'same' })
  const keys: Key[] = [
    { keys: 's', does: t('Same paper: it is delivered once'), run: same },
    { keys: 'd', does: t('Different papers: both are delivered'), run: different },
  ]
  if (maySwap)
    keys.push({ keys: 'i', does: t('Same paper: deliver the younger one instead'), run: instead })
  useKeys(t('Duplicates'), keys)
  return (
    <>
      <ComparedPair pair={pair} />
      <Group className="verdicts" gap="sm">
        <Button onClick={same}>
          {t('Same paper')} <KeyHint>S</KeyHint>
        </Button>
        <Button variant="default" onClick={different}>
          {t('Different papers')} <KeyHint>D</KeyHint>
        </Button>
        {maySwap && (
          <Button variant="default" onClick={instead}>
            {t('Same: deliver the younger one')} <KeyHint>I</KeyHint>
          </Button>
        )}
      </Group>
    </>
  )
}

/** Phones have no keys. */
function KeyHint({ children }: { children: string }) {
  return (
    <Kbd ms="xs" visibleFrom="sm">
      {children}
    </Kbd>
  )
}

type Decided = { pair: Pair; decision: Decision }

/**
 * The pairs one after another. A decision shows the next pair at once and is sent in the background, in order. A
 * refused decision brings its pair back.
 */
function useDesk(document: string | undefined) {
  const client = useQueryClient()
  const query = useQuery(pairsQuery(document))
  const [decided, setDecided] = useState<readonly Decided[]>([])
  const [broughtBack, setBroughtBack] = useState<readonly Pair[]>([])
  const turn = useRef(Promise.resolve())
  const unsent = useRef(0)
  const [saving, setSaving] = useState(0)
  // Closing the window would lose decisions that are not sent yet.
  useWindowEvent('beforeunload', (event) => {
    if (unsent.current > 0) event.preventDefault()
  })
  const open = openPairs(query.data?.pairs ?? [], broughtBack, decided)

  const countUnsent = (change: 1 | -1) => {
    unsent.current += change
    setSaving(unsent.current)
  }
  /** Sends decisions one after another. When none is left, the list is reloaded. */
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

/** The number of listed pairs that are decided. The server's count still includes them. */
function countIn(listed: readonly Pair[] | undefined, decided: readonly Decided[]): number {
  const keys = new Set((listed ?? []).map(keyOf))
  return decided.filter(({ pair }) => keys.has(keyOf(pair))).length
}
