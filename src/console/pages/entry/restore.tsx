import {
  Alert,
  Anchor,
  Button,
  Group,
  List,
  Loader,
  Progress,
  Stack,
  Text,
  Checkbox,
} from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { useCommand } from '../../components/commands.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { tCounted, formatBytes, When } from '../../components/values.tsx'
import { Refusal } from '../../refusal.ts'
import { EntryCard } from './entry-card.tsx'
import { restoreQuery, restoreRight, setUpAddress, type Restore } from '../restore/data.ts'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'

const revivalWords: Readonly<Record<Revival['kind'], (of: Revival) => string>> = {
  key: ({ name, email }) => t('The key {{name}} of {{email}} works again', { name, email }),
  user: ({ name, email }) => t('{{name}} ({{email}}) may sign in again', { name, email }),
  owner: ({ name, email }) => t('{{name}} ({{email}}) is an owner again', { name, email }),
  passkey: ({ name, email }) => t('The passkey {{name}} of {{email}} works again', { name, email }),
}

const route = getRouteApi('/restore/$id')

/** The page of a restore. It stands outside the shell, because its end signs the user out. */
export function RestorePage() {
  const { id } = route.useParams()
  const { data, error } = useQuery(restoreQuery(id))
  if (error instanceof Refusal && error.status === 404) return <Unknown>{error.message}</Unknown>
  if (data === undefined)
    return <Waiting title={t('Restoring')} words={t('Asking how far it is…')} />
  switch (data.step) {
    case 'receiving':
      return <Waiting title={t('Restoring')} words={t('The backup is coming in…')} />
    case 'reading':
      return <Reading restore={data} />
    case 'ready':
      return <Ready restore={data} />
    case 'restarting':
      return (
        <Waiting
          title={t('Daybook is restarting')}
          words={t(
            'It stopped to put the backup in place, and comes back by itself. Leave this page open.',
          )}
        />
      )
    case 'done':
      return <Done restore={data} />
    case 'failed':
      return <Failed restore={data} />
  }
}

/** Reloads the page, which then knows nothing of the earlier data. A set-up continues there with its code. */
function openAfresh(): void {
  window.location.assign(setUpAddress() ?? '/')
}

function Waiting({ title, words }: { title: string; words: string }) {
  return (
    <EntryCard title={title}>
      <Group wrap="nowrap">
        <Loader size="sm" aria-hidden />
        <Text role="status">{words}</Text>
      </Group>
    </EntryCard>
  )
}

function Unknown({ children }: { children: string }) {
  return (
    <EntryCard title={t('No restore')}>
      <Stack>
        <Text>{children}</Text>
        <Button onClick={openAfresh}>{t('Open Daybook')}</Button>
      </Stack>
    </EntryCard>
  )
}

const doing = { write: t('Bringing it back'), check: t('Unpacking and checking') } as const

function Reading({ restore: { id, progress } }: { restore: Restore }) {
  const share = progress === null || progress.total === 0 ? 0 : progress.done / progress.total
  const what =
    progress === null ? t('Preparing…') : `${doing[progress.step]} ${formatBytes(progress.total)}…`
  return (
    <EntryCard title={t('Looking at the backup')} lead={t('Daybook goes on working meanwhile.')}>
      <Stack>
        <Text size="sm" role="status">
          {what}
        </Text>
        <Progress value={share * 100} animated aria-label={what} />
        <GiveUp id={id} />
      </Stack>
    </EntryCard>
  )
}

function GiveUp({ id }: { id: string }) {
  const giveUp = useCommand({
    run: () =>
      withPassword(() => ask(api.restores({ id })['give-up'].post(undefined, restoreRight()))),
    done: () => t('Nothing was changed.'),
  })
  return (
    <Button
      variant="default"
      loading={giveUp.isPending}
      onClick={() => giveUp.mutate(undefined, { onSettled: openAfresh })}
    >
      {t('Cancel')}
    </Button>
  )
}

function Ready({ restore }: { restore: Restore }) {
  const { id, backup, own, isOther, revivals } = restore
  const [revive, setRevive] = useState<string[]>([])
  const put = useCommand({
    run: () =>
      withPassword(() => ask(api.restores({ id })['in-place'].post({ revive }, restoreRight()))),
  })
  if (backup === null) return null
  return (
    <EntryCard
      title={t('Go back to {{organisation}}?', {
        organisation: backup.organisation ?? t('a Daybook that was not set up'),
      })}
      lead={
        <>
          <Words
            of={t('As it was on {{when}}, made by Daybook {{daybook}}.')}
            with={{ when: <When at={backup.madeAt} />, daybook: backup.daybook }}
          />
        </>
      }
      width={560}
    >
      <Stack>
        <Text>
          {backup.counts
            .filter(({ count }) => count > 0)
            .map(({ what, count }) => tCounted(count, what))
            .concat(tCounted(backup.files, 'stored file'))
            .join(', ')}
          .
        </Text>
        {isOther && (
          <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={t('Another shop')}>
            {t('This Daybook is {{own}}. The backup is of {{organisation}}.', {
              own: own ?? '',
              organisation: backup.organisation ?? t('one that was not set up'),
            })}
          </Alert>
        )}
        <MissingFiles count={backup.missingCount} files={backup.missing} />
        <Revivals revivals={revivals} chosen={revive} onChoose={setRevive} />
        <Text size="sm">
          {t(
            'It is whole and checked. Daybook stops for some seconds and comes back with it by itself.',
          )}
          {own !== null &&
            t(
              ' What was entered since then is not shown any more: the data as they are now are kept in a folder of their own, and nothing is deleted. Users, passwords and API keys are those of the backup, and what was fetched since then waits for the programs once more.',
            )}
        </Text>
        <Group grow>
          <GiveUp id={id} />
          <Button
            {...(own !== null && { color: 'red' })}
            loading={put.isPending}
            onClick={() => put.mutate()}
          >
            {t('Put it in place')}
          </Button>
        </Group>
      </Stack>
    </EntryCard>
  )
}

function MissingFiles({ count, files }: { count: number; files: readonly string[] }) {
  if (count === 0) return null
  return (
    <Alert
      color="yellow"
      icon={<IconInfoCircle aria-hidden />}
      title={t('{{files}} not in it', { files: tCounted(count, 'file') })}
    >
      <Words
        of={t(
          'They were damaged or missing when it was made. What is still whole on this computer stays.{{list}}',
        )}
        with={{
          list: (
            <List size="sm" style={{ overflowWrap: 'anywhere' }}>
              {files.map((file) => (
                <List.Item key={file}>{file}</List.Item>
              ))}
            </List>
          ),
        }}
      />
    </Alert>
  )
}

function Done({ restore: { backup, keptIn } }: { restore: Restore }) {
  return (
    <EntryCard title={t('The backup is in place')}>
      <Stack>
        <Alert color="cyan" icon={<IconCheck aria-hidden />} role="status">
          <Words
            of={t('Daybook is back with the data of {{when}}.')}
            with={{ when: <When at={backup?.madeAt ?? null} /> }}
          />
        </Alert>
        <Text size="sm">
          {t('Everybody has to sign in again, with the e-mail address and the password of then.')}
        </Text>
        {keptIn !== null && (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
            {t(
              'The data as they were before are in {{keptIn}}: delete that folder when all is well.',
              { keptIn },
            )}
          </Text>
        )}
        <Button onClick={openAfresh}>{t('Sign in')}</Button>
      </Stack>
    </EntryCard>
  )
}

function Failed({ restore: { problem } }: { restore: Restore }) {
  return (
    <EntryCard title={t('Nothing was restored')}>
      <Stack>
        <Alert color="red" icon={<IconAlertTriangle aria-hidden />} role="alert">
          {problem}
        </Alert>
        <Text size="sm">
          <Words
            of={t('Your data are as they were. {{link}}')}
            with={{
              link: (
                <Anchor href="/docs/data-and-backup" size="sm" underline="always">
                  {t('How restoring works')}
                </Anchor>
              ),
            }}
          />
        </Text>
        <Button onClick={openAfresh}>{t('Open Daybook')}</Button>
      </Stack>
    </EntryCard>
  )
}

type Revival = Restore['revivals'][number]

/** Users and keys ended since the backup stay ended, unless ticked here. */
function Revivals({
  revivals,
  chosen,
  onChoose,
}: {
  revivals: readonly Revival[]
  chosen: string[]
  onChoose(ids: string[]): void
}) {
  if (revivals.length === 0) return null
  return (
    <Checkbox.Group
      label={t('Ended since this backup')}
      description={t('What you do not tick stays ended.')}
      value={chosen}
      onChange={onChoose}
    >
      <Stack gap="xs" mt="xs">
        {revivals.map((revival) => (
          <Checkbox
            key={revival.id}
            value={revival.id}
            label={revivalWords[revival.kind](revival)}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
