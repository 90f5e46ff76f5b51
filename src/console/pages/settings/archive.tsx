import { Button, Code, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { IconArchive, IconFolder } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useCommand, useConfirm, useRefresh, useWhenEnded } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { PausedNote } from '../../components/paused.tsx'
import { tCounted, When } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { t } from '../../language/language.ts'
import { Words } from '../../language/words.tsx'
import { archiveQuery, type ShownArchive } from './data.ts'

/** The archive: documents that stay longer than 30 days, in a folder of the shop. */
export function ArchiveSection() {
  const archive = useQuery(archiveQuery)
  return (
    <Stack gap="lg" maw={760}>
      <PausedNote name="archive" />
      <SectionCard
        title={t('Archive')}
        lead={t(
          'Daybook deletes documents after 30 days. Before that, each is written into a folder of yours: the original, a page of what it said, and a line in an index of the month. Nothing there is ever changed or deleted.',
        )}
      >
        <Loaded query={archive} pending={<Skeleton height={160} />}>
          {(shown) => (
            <Stack>
              {shown.archive !== null && <ArchiveState archive={shown.archive} />}
              <FolderForm path={shown.archive?.path ?? ''} />
            </Stack>
          )}
        </Loaded>
      </SectionCard>
    </Stack>
  )
}

function ArchiveState({ archive }: { archive: ShownArchive }) {
  const { path, archived, waiting, held, lost, succeededAt, problem, isWriting } = archive
  const client = useQueryClient()
  const refresh = useRefresh()
  useWhenEnded(isWriting, () => void refresh())
  const run = useCommand({
    run: async () =>
      client.setQueryData(archiveQuery.queryKey, await ask(api.settings.archive.run.post())),
  })
  return (
    <Stack gap="sm">
      <Code style={{ overflowWrap: 'anywhere' }}>{path}</Code>
      <Text size="sm" aria-live="polite">
        {t('{{documents}} of those in Daybook are there; {{waiting}} wait.', {
          documents: tCounted(archived, 'document'),
          waiting: tCounted(waiting, 'document'),
        })}{' '}
        <Words
          of={t('Last success: {{when}}.')}
          with={{ when: <When at={succeededAt} never={t('not yet')} /> }}
        />
      </Text>
      {problem !== null && (
        <Text size="sm" c="var(--mantine-color-error)" role="status">
          <Words
            of={t('Nothing can be archived since {{when}}.')}
            with={{ when: <When at={problem.since} /> }}
          />{' '}
          {problem.says}
        </Text>
      )}
      {held > 0 && (
        <Text size="sm">
          {t('{{documents}} older than 30 days stay in Daybook until they are there.', {
            documents: tCounted(held, 'document'),
          })}
        </Text>
      )}
      {lost > 0 && (
        <Text size="sm">
          {t('{{documents}} deleted without being archived', {
            documents: tCounted(lost, 'document'),
          })}
        </Text>
      )}
      <Group>
        <Button
          variant="default"
          leftSection={<IconArchive size={16} aria-hidden />}
          loading={isWriting || run.isPending}
          onClick={() => run.mutate()}
        >
          {t('Archive now')}
        </Button>
        <StopButton path={path} />
      </Group>
    </Stack>
  )
}

function StopButton({ path }: { path: string }) {
  const client = useQueryClient()
  const confirm = useConfirm()
  const stop = () =>
    confirm({
      title: t('Archive documents no more?'),
      children: t(
        'What is in {{path}} stays there. Documents that are not there yet are deleted after 30 days.',
        { path },
      ),
      action: t('Archive no more'),
      done: t('Documents are not archived any more.'),
      run: async () =>
        client.setQueryData(
          archiveQuery.queryKey,
          await withPassword(() => ask(api.settings.archive.off.post())),
        ),
    })
  return (
    <Button variant="default" onClick={stop}>
      {t('Archive no more…')}
    </Button>
  )
}

function FolderForm({ path }: { path: string }) {
  const client = useQueryClient()
  const form = useForm({
    initialValues: { path },
    validate: { path: isNotEmpty(t('Enter the path of a folder.')) },
  })
  const sent = useSentForm({
    form,
    send: (values: { path: string }) => withPassword(() => ask(api.settings.archive.post(values))),
    onDone(shown, values) {
      client.setQueryData(archiveQuery.queryKey, shown)
      form.resetDirty(values)
    },
    done: () => t('Documents are archived there from now on.'),
  })
  const tried = useCommand({
    run: () => withPassword(() => ask(api.settings.archive.try.post(form.values))),
    done: ({ says }: { says: string }) => says,
    refused: t('This folder cannot be the archive'),
  })
  return (
    <PageForm
      sent={sent}
      action={path === '' ? t('Archive there') : t('Change the folder')}
      isDisabled={!form.isDirty()}
    >
      <TextInput
        label={t('Folder of the archive')}
        description={t(
          'The whole path on the computer that Daybook runs on: best on another disk or a network drive.',
        )}
        leftSection={<IconFolder size={16} aria-hidden />}
        spellCheck={false}
        autoCapitalize="off"
        {...form.getInputProps('path')}
      />
      <Group>
        <Button
          variant="default"
          loading={tried.isPending}
          disabled={form.values.path.trim() === ''}
          onClick={() => tried.mutate()}
        >
          {t('Try this folder')}
        </Button>
      </Group>
    </PageForm>
  )
}
