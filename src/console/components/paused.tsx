import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf, answerQuery } from '../client.ts'
import { t } from '../language/language.ts'
import { useCommand } from './commands.tsx'
import { withPassword } from './with-password.tsx'

const pausedQuery = answerQuery(['settings', 'paused'], () => api.settings.paused.get())

/** Paused settings of restored data that reach beyond the data itself. */
type Paused = AnswerOf<typeof pausedQuery>['items'][number]

type PausedName = Paused['name']

/** Switches a paused setting of restored data on. Requires the password. */
function ConfirmPaused({ paused }: { paused: Paused }) {
  const { title, action, done } = pausedWords(paused)
  const { name } = paused
  const confirm = useCommand({
    run: () => withPassword(() => ask(api.settings.paused.confirm.post({ name }))),
    done: () => done,
  })
  return (
    <Button
      size="xs"
      loading={confirm.isPending}
      aria-label={`${action}: ${title}`}
      onClick={() => confirm.mutate()}
    >
      {action}
    </Button>
  )
}

/** A note beside a setting that is paused. Nothing if it is not. */
export function PausedNote({ name }: { name: PausedName }) {
  const { data } = useQuery(pausedQuery)
  const forget = useCommand({
    run: () => withPassword(() => ask(api.settings.paused.forget.post({ name }))),
  })
  const paused = data?.items.find((item) => item.name === name)
  if (paused === undefined) return null
  const { title, detail } = pausedWords(paused)
  return (
    <Alert color="yellow" icon={<IconPlayerPause aria-hidden />} title={title}>
      <Stack gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {detail}
        </Text>
        <Group gap="xs">
          <ConfirmPaused paused={paused} />
          <Button
            size="xs"
            variant="default"
            loading={forget.isPending}
            aria-label={`${t('Forget it')}: ${title}`}
            onClick={() => forget.mutate()}
          >
            {t('Forget it')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  )
}

type Words = { title: string; detail: string; action: string; done: string }

const wordsOf: Record<PausedName, (where: string) => Words> = {
  archive: (where) => ({
    title: t('The archive is paused'),
    detail: t(
      'The data came from a backup or from another computer. No document is archived in {{where}} until you confirm that this folder of this computer is meant. Until then no document is deleted that is not there.',
      { where },
    ),
    action: t('Archive there'),
    done: t('Documents are archived there from now on.'),
  }),
  'scan-export.folders': (where) => ({
    title: t('Watched folders are paused'),
    detail: t(
      'The data came from a backup or from another computer. Daybook takes no file from {{where}} until you confirm that these folders of this computer are meant.',
      { where },
    ),
    action: t('Watch them'),
    done: t('The folders are watched again.'),
  }),
  offsite: (where) => ({
    title: t('Copies of backups are paused'),
    detail: t(
      'The data came from a backup or from another computer. No backup is copied to {{where}} until you confirm that place.',
      { where },
    ),
    action: t('Copy there'),
    done: t('Backups are copied there again.'),
  }),
  'images.published': (where) => ({
    title: t('Product images are not published'),
    detail: t(
      'The data came from a backup or from another computer. No image is copied to {{where}} until you confirm that place.',
      { where },
    ),
    action: t('Publish there'),
    done: t('Images are published there again.'),
  }),
  'network.access': () => ({
    title: t('Other computers cannot reach Daybook'),
    detail: t(
      'The data came from a backup or from another computer, where others could reach Daybook. Here only this computer can, until you open it.',
    ),
    action: t('Open it to them'),
    done: t('Other computers reach Daybook now.'),
  }),
}

function pausedWords({ name, leadsTo }: Paused): Words {
  return wordsOf[name](leadsTo.join(', '))
}

/** The words of a paused setting by its name. Undefined for another name. */
export function pausedWordsOf(name: string, where: string): Words | undefined {
  return Object.entries(wordsOf).find(([known]) => known === name)?.[1](where)
}
