import {
  Box,
  Button,
  EmptyState,
  Group,
  Paper,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  ThemeIcon,
  Title,
} from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronRight,
  IconCircleCheck,
  IconCircleDashed,
  IconInfoCircle,
  IconPlus,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import { ErrorState } from '../../components/loaded.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { formatAgo, formatBytes, formatCount, When } from '../../components/values.tsx'
import { hasRole, type RoleName } from '../../words.ts'
import { useSignedIn } from '../../state.ts'
import { TypeInButton } from '../documents/form/queue/queue-bar.tsx'
import { ReadingNote } from '../documents/reading-notes.tsx'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { ConfirmPaused } from '../../components/paused.tsx'
import { LinkButton, TextLink } from '../../components/buttons.tsx'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { doubtfulQuery, homeQuery, type HomeState } from './data.ts'
import type { AttentionItem, PageLink } from './upkeep-items.ts'
import { attentionItems } from './attention-items.ts'

/** The charts' code is as large as everything else together, so it loads after the page. */
const DayCharts = lazy(async () => ({ default: (await import('./day-charts.tsx')).DayCharts }))

const chartsHeight = 320

/** Everything that needs attention, and the shop's figures. */
export function HomePage() {
  const { user } = useSignedIn()
  const home = useQuery(homeQuery)
  return (
    <>
      <PageHeader
        title={t('Home')}
        actions={
          <>
            <TypeInButton />
            {hasRole(user, 'counter') && <NewOrderButton />}
          </>
        }
      />
      <ReadingNote />
      <Stack gap="xl">
        {home.isError && <ErrorState error={home.error} onRetry={() => void home.refetch()} />}
        {home.isPending && <Loading />}
        {home.data !== undefined && (
          <>
            {home.data.firstSteps !== null && <FirstSteps steps={home.data.firstSteps} />}
            <Figures home={home.data} />
            <Attention home={home.data} />
          </>
        )}
        <Suspense fallback={<Skeleton height={chartsHeight} />}>
          <DayCharts />
        </Suspense>
      </Stack>
    </>
  )
}

function NewOrderButton() {
  return (
    <Button
      component={Link}
      to="/orders/new"
      variant="default"
      leftSection={<IconPlus size={16} aria-hidden />}
    >
      {t('New order')}
    </Button>
  )
}

function Loading() {
  return (
    <>
      <Skeleton height={104} />
      <Skeleton height={240} />
    </>
  )
}

/** The numbers of waiting items, and the state of the computer. */
function Figures({ home: { scans, orders, machine } }: { home: HomeState }) {
  const { user } = useSignedIn()
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'sm', sm: 'md' }}>
      {scans !== null && (
        <Figure
          title={user.role === 'owner' ? t('Documents waiting') : t('Your documents waiting')}
          to={{ to: '/documents', search: { state: 'successful', synced: 'no', duplicate: 'no' } }}
          value={formatCount(scans.waiting)}
        >
          {scans.waitingSince === null
            ? nothingWaits(scans.hasAny)
            : t('The oldest came {{waitingSince}}.', {
                waitingSince: formatAgo(scans.waitingSince),
              })}
        </Figure>
      )}
      {orders !== null && (
        <Figure
          title={t('Orders waiting')}
          to={{ to: '/orders', search: { sync: 'waiting', sort: 'placed', direction: 'up' } }}
          value={formatCount(orders.waiting)}
        >
          {orders.longest[0] === undefined
            ? nothingWaits(orders.hasAny)
            : t('The oldest came {{since}}.', { since: formatAgo(orders.longest[0].since) })}
        </Figure>
      )}
      {machine !== null && <BackupFigure backup={machine.backup} />}
      {machine !== null && (
        <Figure title={t('Free room on the disk')} value={formatBytes(machine.disk.freeBytes)}>
          {machine.disk.isLow ? t('That is not enough.') : t('That is enough.')}
        </Figure>
      )}
    </SimpleGrid>
  )
}

function nothingWaits(hasAny: boolean): string {
  return hasAny ? t('Everything was delivered.') : t('Nothing has come in yet.')
}

type Backup = NonNullable<HomeState['machine']>['backup']

function BackupFigure({ backup: { madeAt, checkedAt, problem, isComplete } }: { backup: Backup }) {
  const to = { to: '/settings', search: { section: 'backups' } } as const
  if (madeAt === null) {
    return (
      <Figure title={t('Last backup')} to={to} value={t('none yet')}>
        {t('One is made every night.')}
      </Figure>
    )
  }
  return (
    <Figure title={t('Last backup')} to={to} value={formatAgo(madeAt)}>
      {problem === null && isComplete && (
        <>
          <Words
            of={t('Read back and whole, {{when}}.')}
            with={{ when: <When at={checkedAt ?? madeAt} /> }}
          />
        </>
      )}
      {problem === null && !isComplete && t('It is incomplete.')}
      {problem !== null && t('It is damaged.')}
    </Figure>
  )
}

type FigureProps = {
  title: string
  value: string
  to?: Pick<LinkProps, 'to' | 'search'>
  children: ReactNode
}

function Figure({ title, value, to, children }: FigureProps) {
  return (
    <Paper withBorder p="md">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <Text fz={24} fw={600} lh={1.3} style={{ fontVariantNumeric: 'tabular-nums' }}>
        {to === undefined ? (
          value
        ) : (
          <TextLink {...to} inherit aria-label={`${title}: ${value}`}>
            {value}
          </TextLink>
        )}
      </Text>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
    </Paper>
  )
}

/** The items that need attention, each with a link. */
function Attention({ home }: { home: HomeState }) {
  const { user } = useSignedIn()
  const doubtful = useQuery({ ...doubtfulQuery, enabled: hasRole(user, 'clerk') })
  const items = attentionItems(home, Date.now(), doubtful.data?.documents)
  // A new shop shows its first steps instead.
  if (items.length === 0 && home.firstSteps !== null) return null
  return (
    <Stack component="section" gap="sm" aria-labelledby="attention-title">
      <Title order={2} size="h4" id="attention-title">
        {t('Needs attention')}
      </Title>
      <Paper withBorder>
        {items.length === 0 ? (
          <NothingToDo />
        ) : (
          <ul className="attention">
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </ul>
        )}
      </Paper>
    </Stack>
  )
}

function Item({ item }: { item: AttentionItem }) {
  const Icon = item.isUrgent ? IconAlertTriangle : IconInfoCircle
  return (
    <Group component="li" px="md" py="sm" gap="md" justify="space-between" align="center">
      <Group gap="md" wrap="nowrap" align="flex-start" flex="1 1 18rem">
        <ThemeIcon variant="light" color={item.isUrgent ? 'red' : 'cyan'} radius="xl" size={32}>
          <Icon
            size={18}
            aria-label={item.isUrgent ? t('Urgent') : undefined}
            aria-hidden={!item.isUrgent}
          />
        </ThemeIcon>
        <Box>
          <Text fw={600} size="sm">
            {item.title}
          </Text>
          <Text size="sm" c="dimmed">
            {item.detail}
          </Text>
        </Box>
      </Group>
      <Group gap="xs">
        {item.also !== undefined && (
          <Way title={item.title} action={item.also.action} link={item.also.link} />
        )}
        <Way title={item.title} action={item.action} link={item.link} />
      </Group>
    </Group>
  )
}

type WayProps = Pick<AttentionItem, 'title' | 'action' | 'link'>

function Way({ title, action, link }: WayProps) {
  if ('confirms' in link) return <ConfirmPaused paused={link.confirms} />
  return (
    <Button
      variant="default"
      size="xs"
      rightSection={<IconChevronRight size={14} aria-hidden />}
      aria-label={`${action}: ${title}`}
      renderRoot={(props) =>
        'docs' in link ? <a href={link.docs} {...props} /> : <Link {...link} {...props} />
      }
    >
      {action}
    </Button>
  )
}

/** Shown if nothing needs attention: the user's possible next actions. */
function NothingToDo() {
  const { user } = useSignedIn()
  const ways = waysOf.filter(({ isFor }) => hasRole(user, isFor))
  return (
    <EmptyState
      py="lg"
      icon={<IconCircleCheck aria-hidden />}
      title={t('Nothing needs you now')}
      description={t('New work is shown here when it comes.')}
    >
      <EmptyState.Actions>
        {ways.map(({ label, link }) => (
          <LinkButton
            key={label}
            {...link}

            variant="default"
          >
            {label}
          </LinkButton>
        ))}
      </EmptyState.Actions>
    </EmptyState>
  )
}

const waysOf: readonly { isFor: RoleName; label: string; link: PageLink }[] = [
  { isFor: 'clerk', label: t('Add documents'), link: { to: '/documents' } },
  { isFor: 'counter', label: t('Products'), link: { to: '/catalogue' } },
  { isFor: 'counter', label: t('Orders'), link: { to: '/orders' } },
  { isFor: 'owner', label: t('API keys'), link: { to: '/keys' } },
]

type Steps = NonNullable<HomeState['firstSteps']>

type Step = {
  key: keyof Steps
  title: string
  detail: string
  ways: readonly { label: string; link: Pick<LinkProps, 'to' | 'search'> }[]
}

const steps: readonly Step[] = [
  {
    key: 'products',
    title: t('Enter what you sell'),
    detail: t('One by one, or all at once from a CSV file.'),
    ways: [
      { label: t('Add a product'), link: { to: '/catalogue/new' } },
      { label: t('Import a file'), link: { to: '/catalogue/import' } },
    ],
  },
  {
    key: 'documents',
    title: t('Upload a document'),
    detail: t('A bill, a purchase order or a bank statement, for your accounting software.'),
    ways: [{ label: t('Upload'), link: { to: '/documents' } }],
  },
  {
    key: 'keys',
    title: t('Make an API key'),
    detail: t('With it a program, such as your accounting software, fetches from Daybook.'),
    ways: [{ label: t('Make a key'), link: { to: '/keys' } }],
  },
  {
    key: 'network',
    title: t('Open Daybook to your network'),
    detail: t('Other computers and phones in the shop reach it then. They still have to sign in.'),
    ways: [{ label: t('Open it'), link: { to: '/settings', search: { section: 'network' } } }],
  },
  {
    key: 'backups',
    title: t('Copy the backups elsewhere'),
    detail: t(
      'Daybook makes one every night, on this computer. On another disk it is there when this one breaks.',
    ),
    ways: [{ label: t('Backups'), link: { to: '/settings', search: { section: 'backups' } } }],
  },
  {
    key: 'archive',
    title: t('Keep your papers'),
    detail: t(
      'Daybook deletes documents after 30 days. An archive on another disk or a network drive keeps them.',
    ),
    ways: [{ label: t('Archive'), link: { to: '/settings', search: { section: 'archive' } } }],
  },
]

/** Steps that only the shop can tick off. */
const ownWays: Partial<Record<keyof Steps, string>> = {
  backups: t('We do that'),
  archive: t('We keep them ourselves'),
}

/** The first steps of a new shop, ticked off when done. */
function FirstSteps({ steps: done }: { steps: Steps }) {
  const end = useCommand({
    run: (ended: EndedStep) => ask(api.home['first-steps'].post({ done: ended })),
  })
  return (
    <Stack component="section" gap="sm" aria-labelledby="steps-title">
      <Group justify="space-between">
        <Title order={2} size="h4" id="steps-title">
          {t('First steps')}
        </Title>
        <Button variant="subtle" size="xs" onClick={() => end.mutate('all')}>
          {t('Do not show these any more')}
        </Button>
      </Group>
      <Paper withBorder>
        <ul className="attention">
          {steps.map((step) => {
            const isDone = done[step.key]
            return (
              isDone !== null && (
                <StepRow key={step.key} step={step} isDone={isDone} onEnd={end.mutate} />
              )
            )
          })}
        </ul>
      </Paper>
    </Stack>
  )
}

type EndedStep = 'backups' | 'archive' | 'all'

type StepRowProps = { step: Step; isDone: boolean; onEnd: (ended: EndedStep) => void }

function StepRow({ step: { key, title, detail, ways }, isDone, onEnd }: StepRowProps) {
  const Icon = isDone ? IconCheck : IconCircleDashed
  return (
    <Group component="li" px="md" py="sm" gap="md" justify="space-between" align="center">
      <Group gap="md" wrap="nowrap" align="flex-start" flex="1 1 18rem">
        <ThemeIcon variant="light" color={isDone ? 'teal' : 'gray'} radius="xl" size={32}>
          <Icon size={18} aria-label={isDone ? t('Done') : t('To do')} />
        </ThemeIcon>
        <Box>
          <Text fw={600} size="sm" {...(isDone ? { c: 'dimmed' } : {})}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            {detail}
          </Text>
        </Box>
      </Group>
      {!isDone && (
        <Group gap="xs">
          {ways.map(({ label, link }) => (
            <LinkButton key={label} {...link} variant="default" size="xs">
              {label}
            </LinkButton>
          ))}
          {(key === 'backups' || key === 'archive') && (
            <Button variant="default" size="xs" onClick={() => onEnd(key)}>
              {ownWays[key]}
            </Button>
          )}
        </Group>
      )}
    </Group>
  )
}
