import { Accordion, Box, Button, Group, Paper, Text, ThemeIcon, Stack, Title } from '@mantine/core'
import {
  IconAlertTriangle,
  IconChevronRight,
  IconInfoCircle,
  IconCheck,
  IconCircleDashed,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { tCounted } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import { useSignedIn } from '../../state.ts'
import { hasRole } from '../../words.ts'
import { doubtfulQuery, type HomeState } from './data.ts'
import { attentionItems, type AttentionItem } from './attention-items.ts'
import { api, ask } from '../../client.ts'
import { LinkButton } from '../../components/buttons.tsx'
import { useCommand } from '../../components/commands.tsx'

/** What Daybook and its computer need, each with a link. Urgent ones are open, the others behind one line. */
export function Notices({ home }: { home: HomeState }) {
  const { user } = useSignedIn()
  const doubtful = useQuery({ ...doubtfulQuery, enabled: hasRole(user, 'clerk') })
  const items = attentionItems(home, Date.now(), doubtful.data?.documents)
  const urgent = items.filter(({ isUrgent }) => isUrgent)
  const others = items.filter(({ isUrgent }) => !isUrgent)
  return (
    <>
      {urgent.length > 0 && <Listed items={urgent} label={t('Urgent')} />}
      {others.length > 0 && (
        <Accordion variant="contained">
          <Accordion.Item value="notices">
            <Accordion.Control>
              {t('{{things}} to look at when you have time', {
                things: tCounted(others.length, 'thing'),
              })}
            </Accordion.Control>
            <Accordion.Panel>
              <Listed items={others} label={t('When you have time')} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      )}
    </>
  )
}

function Listed({ items, label }: { items: readonly AttentionItem[]; label: string }) {
  return (
    <Paper withBorder>
      <ul className="attention" aria-label={label}>
        {items.map((item) => (
          <Item key={item.key} item={item} />
        ))}
      </ul>
    </Paper>
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
export function FirstSteps({ steps: done }: { steps: Steps }) {
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
