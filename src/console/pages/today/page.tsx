import {
  Anchor,
  Button,
  EmptyState,
  Group,
  Paper,
  Skeleton,
  Stack,
  Text,
  Title,
  type MantineBreakpoint,
} from '@mantine/core'
import { IconCircleCheck, IconPlus, IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, type LinkProps } from '@tanstack/react-router'
import { LinkButton, TextLink } from '../../components/buttons.tsx'
import { useKeys } from '../../components/keys.tsx'
import { ErrorState, Loaded } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatAgo, formatBytes, formatCount, tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { useSignedIn } from '../../state.ts'
import { hasRole } from '../../words.ts'
import { ReadingNote } from '../documents/reading-notes.tsx'
import { QuestionCard } from './card.tsx'
import { figuresQuery, homeQuery, type Card, type Done, type HomeState } from './data.ts'
import { FirstSteps, Notices } from './notices.tsx'
import { useStream, type Stream } from './use-stream.ts'
import { doneText, questionText } from './words.ts'

const route = getRouteApi('/shell/')

/** The most questions after this one that are named. */
const nextMax = 4
const doneMax = 6

/** What needs this person, one question after the other, and where the shop stands. */
export function TodayPage() {
  const { about } = route.useSearch()
  const stream = useStream(about)
  const home = useQuery(homeQuery)
  useKeys(t('Today'), [{ keys: 'u', does: t('Undo the last answer'), run: () => stream.undo() }])
  return (
    <>
      <PageHeader title={t('Today')} actions={<Actions visibleFrom="sm" />} />
      <ReadingNote />
      <Stack gap="md">
        <Figures stream={stream} />
        <Loaded query={stream.query} pending={<Skeleton height="60vh" />}>
          {(today) => (
            <div className="today">
              {stream.current === undefined ? (
                <NothingLeft stream={stream} later={today.later} withOthers={today.withOthers} />
              ) : (
                <QuestionCard key={stream.current.id} card={stream.current} stream={stream} />
              )}
              <Side stream={stream} done={today.done} />
            </div>
          )}
        </Loaded>
        <Actions hiddenFrom="sm" />
        {home.isError && <ErrorState error={home.error} onRetry={() => void home.refetch()} />}
        {home.data !== undefined && (
          <>
            {home.data.firstSteps !== null && <FirstSteps steps={home.data.firstSteps} />}
            <Notices home={home.data} />
            <Standing home={home.data} />
          </>
        )}
      </Stack>
    </>
  )
}

/** On a phone below the question, which is what a thumb reaches first. */
function Actions(shown: { visibleFrom?: MantineBreakpoint; hiddenFrom?: MantineBreakpoint }) {
  const { user } = useSignedIn()
  return (
    <Group gap="sm" {...shown}>
      {hasRole(user, 'counter') && (
        <LinkButton
          to="/orders/new"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          {t('New order')}
        </LinkButton>
      )}
      {hasRole(user, 'clerk') && (
        <LinkButton to="/documents" leftSection={<IconUpload size={16} aria-hidden />}>
          {t('Add documents')}
        </LinkButton>
      )}
    </Group>
  )
}

/** Money of the week and the day, and what is left to answer. */
function Figures({ stream }: { stream: Stream }) {
  const { data } = useQuery(figuresQuery)
  return (
    <div className="today-figures">
      <Figure title={t('Bills this week')} paise={data?.billsPaise} to="/documents" />
      <Figure title={t('Sales today')} paise={data?.salesPaise} to="/orders" />
      <Figure title={t('GST credit at risk')} paise={data?.atRiskPaise} to="/gstr-2b" />
      <Paper withBorder px="sm" py={6} role="status">
        <Text size="xs" c="dimmed">
          {stream.saving > 0
            ? t('{{saving}} being saved', { saving: formatCount(stream.saving) })
            : t('To answer')}
        </Text>
        <Text fz="lg" fw={600} lh={1.3}>
          {t('{{left}} left', { left: formatCount(stream.left) })}
        </Text>
      </Paper>
    </div>
  )
}

type FigureProps = {
  title: string
  /** Null or undefined: not shown. */
  paise: number | null | undefined
  to: NonNullable<LinkProps['to']>
}

function Figure({ title, paise, to }: FigureProps) {
  if (paise === null || paise === undefined) return null
  const rupees = `₹${formatCount(Math.round(paise / 100))}`
  return (
    <Paper withBorder px="sm" py={6}>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text fz="lg" fw={600} lh={1.3}>
        <TextLink to={to} inherit aria-label={`${title}: ${rupees}`}>
          {rupees}
        </TextLink>
      </Text>
    </Paper>
  )
}

type NothingLeftProps = { stream: Stream; later: number; withOthers: number }

function NothingLeft({ stream, later, withOthers }: NothingLeftProps) {
  if (stream.saving > 0 || (stream.left > 0 && stream.query.isFetching)) {
    return <Skeleton height="40vh" />
  }
  return (
    <Paper withBorder>
      <EmptyState
        py="xl"
        icon={<IconCircleCheck aria-hidden />}
        title={t('Nothing left.')}
        description={
          withOthers > 0
            ? t('{{questions}} with somebody else now.', {
                questions: tCounted(withOthers, 'question'),
              })
            : t('New questions are shown here when they come.')
        }
      >
        {later > 0 && (
          <EmptyState.Actions>
            <Button variant="default" onClick={() => stream.takeUp()}>
              {t('Take up {{questions}} that you put off', {
                questions: tCounted(later, 'question'),
              })}
            </Button>
          </EmptyState.Actions>
        )}
      </EmptyState>
    </Paper>
  )
}

/** The next questions, and the answers of this person, each with undo. */
function Side({ stream, done }: { stream: Stream; done: readonly Done[] }) {
  const next = stream.cards.filter((card) => card !== stream.current).slice(0, nextMax)
  const answered = done.filter(({ choice }) => choice !== 'later').slice(0, doneMax)
  return (
    <Stack gap="xs" className="today-side">
      {next.length > 0 && (
        <Stack gap="xs" className="today-next">
          <Title order={2} size="sm" c="dimmed">
            {t('Next')}
          </Title>
          {next.map((card) => (
            <Next key={card.id} card={card} />
          ))}
        </Stack>
      )}
      {answered.length > 0 && (
        <>
          <Title order={2} size="sm" c="dimmed">
            {t('Answered')}
          </Title>
          {answered.map((one) => (
            <Answered key={`${one.id} ${one.at}`} done={one} onUndo={() => stream.undo(one.id)} />
          ))}
        </>
      )}
    </Stack>
  )
}

function Next({ card }: { card: Card }) {
  return (
    <Paper withBorder px="sm" py={6}>
      <Text size="sm" lineClamp={2}>
        {questionText(card, card.proposals[0]?.name)}
      </Text>
      <Text size="xs" c="dimmed" truncate>
        {card.subject.title}
      </Text>
    </Paper>
  )
}

function Answered({ done, onUndo }: { done: Done; onUndo: () => void }) {
  const { question, mayUndo } = done
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {question.subject.title}: {doneText(done)}
      {mayUndo && (
        <>
          {' · '}
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            aria-label={t('Undo: {{title}}', { title: question.subject.title })}
            onClick={onUndo}
          >
            {t('Undo')}
          </Anchor>
        </>
      )}
    </Text>
  )
}

/** Where the data stand: what waits for delivery, the last backup, the disk. */
function Standing({ home: { scans, orders, machine } }: { home: HomeState }) {
  const { user } = useSignedIn()
  return (
    <Group gap="md" fz="sm" c="dimmed">
      {scans !== null && (
        <TextLink
          to="/documents"
          search={{ state: 'successful', synced: 'no', duplicate: 'no' }}
          inherit
        >
          {user.role === 'owner' ? t('Documents waiting') : t('Your documents waiting')}:{' '}
          {formatCount(scans.waiting)}
        </TextLink>
      )}
      {orders !== null && (
        <TextLink
          to="/orders"
          search={{ sync: 'waiting', sort: 'placed', direction: 'up' }}
          inherit
        >
          {t('Orders waiting')}: {formatCount(orders.waiting)}
        </TextLink>
      )}
      {machine !== null && (
        <>
          <TextLink to="/settings" search={{ section: 'backups' }} inherit>
            {t('Last backup')}:{' '}
            {machine.backup.madeAt === null ? t('none yet') : formatAgo(machine.backup.madeAt)}
          </TextLink>
          <Text inherit>
            {t('Free room on the disk')}: {formatBytes(machine.disk.freeBytes)}
          </Text>
        </>
      )}
    </Group>
  )
}
