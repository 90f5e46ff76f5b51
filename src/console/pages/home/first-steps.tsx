import { Box, Button, Group, Paper, Stack, Text, ThemeIcon, Title } from '@mantine/core'
import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { type LinkProps } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import type { HomeState } from './data.ts'
import { t } from '../../language/language.ts'
import { LinkButton } from '../../components/buttons.tsx'

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
