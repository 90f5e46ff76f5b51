import {
  Alert,
  Anchor,
  Code,
  EmptyState,
  Group,
  List,
  Paper,
  Progress,
  Stack,
  Text,
} from '@mantine/core'
import {
  IconAlertTriangle,
  IconArchive,
  IconCheck,
  IconDownload,
  IconHistory,
  IconPlus,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import { api, ask } from '../../client.ts'
import { IconButton, MenuAction } from '../../components/buttons.tsx'
import { DotsMenu, Noted } from '../../components/cells.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { downloadFrom } from '../../components/csv.ts'
import { DataTable, menuColumn, type Column } from '../../components/table.tsx'
import { listed, useList } from '../../components/use-list.ts'
import { formatBytes, When } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { beginRestore, RestoreFile, useRestoreStart } from '../restore/start.tsx'
import { SecondPlaceCard } from './second-place.tsx'
import { backupsQuery, settingsSearch, type Backup, type BackupPage } from './data.ts'

/** The backups in the folder. They can be made, checked, downloaded and deleted. */
export function BackupsSection() {
  const list = useList(settingsSearch, backupsQuery)
  const { search, change, query } = list
  const work = query.data?.work ?? null
  const isBusy = work !== null && work.endedAt === null
  const make = useCommand({ run: () => ask(api.settings.backups.post()) })
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Text c="dimmed" size="sm" maw="65ch" flex="1 1 18rem">
          One is made every night; the 7 made last are kept. They lie on the same disk as your data
          {query.data !== undefined && (
            <>
              , in <Code>{query.data.folder}</Code>
            </>
          )}
          : name a second place below.
        </Text>
        <IconButton
          icon={IconPlus}
          loading={make.isPending}
          disabled={isBusy}
          onClick={() => make.mutate()}
        >
          Make a backup now
        </IconButton>
      </Group>
      {work !== null && <BackupProgress work={work} />}
      <DataTable
        label="Backups"
        columns={columnsOf(isBusy)}
        idOf={({ name }) => name}
        empty={
          <EmptyState
            icon={<IconArchive aria-hidden />}
            title="No backups yet"
            description="One is made every night. Make the first one now: it takes a few seconds for a small shop."
          />
        }
        {...listed(query, search.page, (page) => change({ page }))}
      />
      <Group justify="space-between" align="flex-start" gap="md">
        <Text size="sm" c="dimmed" maw="65ch" flex="1 1 18rem">
          “Restore…” behind a backup puts it in the place of your data, which are kept. You have one
          in a file, from another disk or computer?{' '}
          <Anchor href="/docs/data-and-backup#restoring" size="sm" underline="always">
            How restoring works
          </Anchor>
        </Text>
        <RestoreFile begin={beginRestore} />
      </Group>
      <SecondPlaceCard />
    </Stack>
  )
}

const makers = { nightly: 'Daily', command: 'By hand' } as const

/** `isBusy`: a backup is being made or checked, so no other can start. */
function columnsOf(isBusy: boolean): Column<Backup>[] {
  return [
    {
      key: 'made',
      title: 'Backup',
      isMain: true,
      cell: ({ madeAt, name }) => (
        <Noted fw={600} note={<span style={{ overflowWrap: 'anywhere' }}>{name}</span>}>
          <When at={madeAt} />
        </Noted>
      ),
    },
    { key: 'by', title: 'Made', value: ({ madeBy }) => makers[madeBy] },
    { key: 'state', title: 'Checked', cell: (backup) => <Checked backup={backup} /> },
    { key: 'bytes', title: 'Size', align: 'right', cell: ({ bytes }) => formatBytes(bytes) },
    menuColumn((backup) => <Actions backup={backup} isBusy={isBusy} />),
  ]
}

function Checked({ backup: { checkedAt, problem, isComplete } }: { backup: Backup }) {
  if (problem !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" maw="24rem">
        {problem}
      </Text>
    )
  }
  const mark = isComplete ? null : (
    <Text size="sm" c="var(--mantine-color-error)">
      Incomplete: “Check now” names what is not in it.
    </Text>
  )
  return (
    <>
      {checkedAt === null ? 'when it was made' : <When at={checkedAt} />}
      {isComplete && checkedAt !== null && ': whole'}
      {mark}
    </>
  )
}

function Actions({ backup: { name }, isBusy }: { backup: Backup; isBusy: boolean }) {
  const confirm = useConfirm()
  const verify = useCommand({ run: () => ask(api.settings.backups({ id: name }).verify.post()) })
  const download = useCommand({
    async run() {
      await withPassword(() => ask(api.confirmation.get()))
      downloadFrom(`/console/api/settings/backups/${name}/download`, name)
    },
  })
  const restore = useRestoreStart(beginRestore, (id) =>
    ask(api.restores({ id })['read-backup'].post({ name })),
  )
  const remove = () =>
    confirm({
      title: 'Delete this backup?',
      children: `${name} is deleted from this computer for good. What is in your data now stays; what was deleted since this backup may be nowhere else.`,
      action: 'Delete the backup',
      done: 'The backup is deleted.',
      run: () => ask(api.settings.backups({ id: name }).delete.post()),
    })
  return (
    <DotsMenu label={`Actions for ${name}`} width={200}>
      <MenuAction icon={IconDownload} onClick={() => download.mutate()}>
        Download
      </MenuAction>
      <MenuAction icon={IconShieldCheck} isDisabled={isBusy} onClick={() => verify.mutate()}>
        Check now
      </MenuAction>
      <MenuAction icon={IconHistory} isDisabled={isBusy} onClick={() => restore.mutate()}>
        Restore…
      </MenuAction>
      <MenuAction icon={IconTrash} isRed isDisabled={isBusy} onClick={remove}>
        Delete…
      </MenuAction>
    </DotsMenu>
  )
}

type Work = NonNullable<BackupPage['work']>

/** The progress of making or checking a backup, then the result. */
function BackupProgress({ work }: { work: Work }) {
  if (work.endedAt === null) return <BackupRunning work={work} />
  if (work.problem !== null) {
    const title = work.task === 'make' ? 'No backup was made' : `${work.name} is not whole`
    return (
      <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={title} role="alert">
        {work.problem}
      </Alert>
    )
  }
  if (work.missing.length > 0) return <Incomplete work={work} />
  return (
    <Alert color="cyan" icon={<IconCheck aria-hidden />} role="status">
      {work.name} is {work.task === 'make' ? 'made and checked' : 'whole'},{' '}
      <When at={work.endedAt} />.
    </Alert>
  )
}

/** Only this alert names the incomplete backup and its missing files. */
function Incomplete({ work: { name, missing } }: { work: Work }) {
  return (
    <Alert
      color="yellow"
      icon={<IconAlertTriangle aria-hidden />}
      title={`${name} is incomplete`}
      role="alert"
    >
      <Text size="sm">
        These were damaged or missing on the disk when it was made. Bring the same files in again.
      </Text>
      <List size="sm" style={{ overflowWrap: 'anywhere' }}>
        {missing.map((file) => (
          <List.Item key={file}>{file}</List.Item>
        ))}
      </List>
    </Alert>
  )
}

const steps = { write: 'Writing', check: 'Checking' } as const

/** A backup is written and then read back. Each is half of the progress. */
function BackupRunning({ work: { task, progress } }: { work: Work }) {
  const share = progress === null || progress.total === 0 ? 0 : progress.done / progress.total
  const isSecondHalf = task === 'make' && progress?.step === 'check'
  const percent = task === 'make' ? share * 50 + (isSecondHalf ? 50 : 0) : share * 100
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Text size="sm" aria-live="polite">
          {progress === null
            ? 'Preparing…'
            : `${steps[progress.step]} ${formatBytes(progress.total)}…`}
        </Text>
        <Progress
          value={percent}
          animated
          aria-label={task === 'make' ? 'Making a backup' : 'Checking a backup'}
        />
      </Stack>
    </Paper>
  )
}
