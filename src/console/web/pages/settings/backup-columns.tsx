import { ActionIcon, Menu, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconDownload, IconShieldCheck, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { confirm } from '../../parts/confirm.tsx'
import type { Column } from '../../parts/table-props.ts'
import { When } from '../../parts/when.tsx'
import { messageOf } from '../../refusal.ts'
import { formatBytes } from './bytes.ts'
import { allBackups, type Backup } from './settings-query.ts'

const makers = { nightly: 'At night', command: 'By hand' } as const

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
    {
      key: 'actions',
      title: '',
      width: '3.5rem',
      isMenu: true,
      cell: (backup) => <Actions backup={backup} isBusy={isBusy} />,
    },
  ]
}

function Checked({ backup: { checkedAt, problem } }: { backup: Backup }) {
  if (problem !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" maw="24rem">
        {problem}
      </Text>
    )
  }
  if (checkedAt === null) return 'when it was made'
  return (
    <>
      <When at={checkedAt} />: whole
    </>
  )
}

function Actions({ backup, isBusy }: { backup: Backup; isBusy: boolean }) {
  const client = useQueryClient()
  const { name } = backup
  const refresh = () => client.invalidateQueries({ queryKey: allBackups })
  const verify = useMutation({
    mutationFn: () => ask(api.settings.backups({ id: name }).verify.post()),
    onSuccess: refresh,
    onError: (error) => notifications.show({ color: 'red', message: messageOf(error) }),
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
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" c="inherit" aria-label={`Actions for ${name}`}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          component="a"
          href={`/console/api/settings/backups/${name}/download`}
          download={name}
          leftSection={<IconDownload size={16} aria-hidden />}
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
      </Menu.Dropdown>
    </Menu>
  )
}
