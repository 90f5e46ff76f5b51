import { Anchor, Button, Code, EmptyState, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { DataTable } from '../../parts/data-table.tsx'
import { messageOf } from '../../refusal.ts'
import { backupColumns } from './backup-columns.tsx'
import { BackupProgress } from './backup-progress.tsx'
import { allBackups, backupsQuery } from './settings-query.ts'

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
          One is made every night; the newest 7 of these are kept. They lie on the same disk as your
          data
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
        rows={backups.data?.items}
        idOf={({ name }) => name}
        error={backups.error}
        onRetry={() => void backups.refetch()}
        empty={
          <EmptyState
            py="xl"
            icon={<IconArchive aria-hidden />}
            title="No backups yet"
            description="One is made every night. Make the first one now: it takes a few seconds for a small shop."
          />
        }
        {...(backups.data === undefined
          ? {}
          : {
              paging: {
                page,
                size: backups.data.size,
                total: backups.data.total,
                onChange: (next: number) =>
                  void navigate({ search: (before) => ({ ...before, page: next }) }),
              },
            })}
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
  const client = useQueryClient()
  const make = useMutation({
    mutationFn: () => ask(api.settings.backups.post()),
    onSuccess: () => client.invalidateQueries({ queryKey: allBackups }),
    onError: (error) => notifications.show({ color: 'red', message: messageOf(error) }),
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
