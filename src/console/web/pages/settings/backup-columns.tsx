import { Menu, Stack, Text } from '@mantine/core'
import { IconDownload, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { formatBytes, When } from '../../components/values.tsx'
import { confirm, showRefusal } from '../../components/commands.tsx'
import { downloadFrom } from '../../components/csv.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { menuColumn, type Column } from '../../components/table.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { withPassword } from '../../components/with-password.tsx'
import type { Backup } from './settings-query.ts'

const makers = { nightly: 'Daily', command: 'By hand' } as const

/** `isBusy`: one is made or checked, and no other can be meanwhile. */
export function backupColumns({ isBusy }: { isBusy: boolean }): Column<Backup>[] {
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
