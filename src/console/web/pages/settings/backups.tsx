import {
  Alert,
  Anchor,
  Button,
  Code,
  EmptyState,
  Group,
  List,
  Menu,
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
  IconPlus,
  IconShieldCheck,
  IconTrash,
} from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { downloadFrom } from '../../components/csv.ts'
import { DataTable } from '../../components/data-table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { listed } from '../../components/list-page.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { formatBytes, When } from '../../components/values.tsx'
import { withPassword } from '../../components/with-password.tsx'
import { backupsQuery, type Backup, type BackupPage } from './data.ts'

const route = getRouteApi('/shell/settings')

/** The backups in the folder, and making, checking, downloading and deleting one. */
export function BackupsSection() {
  const { page = 1 } = route.useSearch()
  const navigate = route.useNavigate()
  const backups = useQuery(backupsQuery(page))
  const work = backups.data?.work ?? null
  const isBusy = work !== null && work.endedAt === null
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start" gap="md">
        <Text c="dimmed" size="sm" maw="65ch" flex="1 1 18rem">
          One is made every night; the 7 made last are kept. They lie on the same disk as your data
          {backups.data !== undefined && (
            <>
              , in <Code>{backups.data.folder}</Code>
            </>
          )}
          : download one to another disk or a USB stick now and then.
        </Text>
        <MakeButton isBusy={isBusy} />
      </Group>
      {work !== null && <BackupProgress work={work} />}
      <DataTable
        label="Backups"
        columns={backupColumns({ isBusy })}
        idOf={({ name }) => name}
        empty={
          <EmptyState
            icon={<IconArchive aria-hidden />}
            title="No backups yet"
            description="One is made every night. Make the first one now: it takes a few seconds for a small shop."
          />
        }
        {...listed(
          backups,
          page,
          (next) => void navigate({ search: (before) => ({ ...before, page: next }) }),
        )}
      />
      <Text size="sm" c="dimmed">
        To put a backup in the place of your data, stop Daybook and run{' '}
        <Code>daybook restore FILE</Code>:{' '}
        <Anchor href="/docs/data-and-backup" size="sm" underline="always">
          how that works
        </Anchor>
        .
      </Text>
    </Stack>
  )
}

function MakeButton({ isBusy }: { isBusy: boolean }) {
  const refresh = useRefresh()
  const make = useMutation({
    mutationFn: () => ask(api.settings.backups.post()),
    onSuccess: refresh,
    onError: (error) => showRefusal(error),
  })
  return (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={make.isPending}
      disabled={isBusy}
      onClick={() => make.mutate()}
    >
      Make a backup now
    </Button>
  )
}

const makers = { nightly: 'Daily', command: 'By hand' } as const

/** `isBusy`: one is made or checked, and no other can be meanwhile. */
function backupColumns({ isBusy }: { isBusy: boolean }): Column<Backup>[] {
  return [
    {
      key: 'made',
      title: 'Backup',
      isMain: true,
      cell: ({ madeAt, name }) => (
        <Stack gap={2}>
          <Text size="sm" fw={600}>
            <When at={madeAt} />
          </Text>
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Text>
        </Stack>
      ),
    },
    { key: 'by', title: 'Made', cell: ({ madeBy }) => makers[madeBy] },
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

function Actions({ backup, isBusy }: { backup: Backup; isBusy: boolean }) {
  const refresh = useRefresh()
  const { name } = backup
  const verify = useMutation({
    mutationFn: () => ask(api.settings.backups({ id: name }).verify.post()),
    onSuccess: refresh,
    onError: (error) => showRefusal(error),
  })
  const download = useMutation({
    mutationFn: () => withPassword(() => ask(api.confirmation.get())),
    onSuccess: () => downloadFrom(`/console/api/settings/backups/${name}/download`, name),
    onError: (error) => showRefusal(error),
  })
  const remove = () =>
    confirm({
      title: 'Delete this backup?',
      children: `${name} is deleted from this computer for good. What is in your data now stays; what was deleted since this backup may be nowhere else.`,
      action: 'Delete the backup',
      done: 'The backup is deleted.',
      async run() {
        await ask(api.settings.backups({ id: name }).delete.post())
        await refresh()
      },
    })
  return (
    <DotsMenu label={`Actions for ${name}`} width={200}>
      <Menu.Item
        leftSection={<IconDownload size={16} aria-hidden />}
        onClick={() => download.mutate()}
      >
        Download
      </Menu.Item>
      <Menu.Item
        leftSection={<IconShieldCheck size={16} aria-hidden />}
        disabled={isBusy}
        onClick={() => verify.mutate()}
      >
        Check now
      </Menu.Item>
      <Menu.Item
        c="var(--mantine-color-error)"
        leftSection={<IconTrash size={16} aria-hidden />}
        disabled={isBusy}
        onClick={remove}
      >
        Delete…
      </Menu.Item>
    </DotsMenu>
  )
}

type Work = NonNullable<BackupPage['work']>

/** How far a backup is that is made or checked, then how it went. */
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

/** Nothing else tells which files it is about. */
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

/** A backup is written and then read back: each is half of the way. */
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
