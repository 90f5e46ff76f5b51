import { Alert, Button, Group, Kbd, Skeleton, Stack, Text } from '@mantine/core'
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react'
import { getRouteApi } from '@tanstack/react-router'
import { IconButton } from '../../../components/buttons.tsx'
import { useKeys, type Key } from '../../../components/keys.tsx'
import { Loaded } from '../../../components/loaded.tsx'
import { PageHeader } from '../../../components/page-header.tsx'
import { tCounted, formatCount } from '../../../components/values.tsx'
import type { Decision, Pair } from './data.ts'
import { ComparedPair } from './pair.tsx'
import { useDesk } from './use-desk.ts'
import { t } from '../../../language/language.ts'

const route = getRouteApi('/shell/documents/duplicates')

/** Documents that look like one paper, a pair at a time: one key decides, and the next pair is there. */
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

/** Done is what the server has. */
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
