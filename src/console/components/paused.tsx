import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconPlayerPause } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { api, ask, type AnswerOf } from '../client.ts'
import { t } from '../language/language.ts'
import { useCommand } from './commands.tsx'
import { pausedWords } from './paused-words.ts'
import { withPassword } from './with-password.tsx'

const pausedQuery = queryOptions({
  queryKey: ['settings', 'paused'],
  queryFn: () => ask(api.settings.paused.get()),
})

/** Paused settings of restored data that reach beyond the data itself. */
export type Paused = AnswerOf<typeof pausedQuery>['items'][number]

export type PausedName = Paused['name']

/** Switches a paused setting of restored data on. Requires the password. */
export function ConfirmPaused({ paused }: { paused: Paused }) {
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
