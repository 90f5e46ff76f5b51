import { Anchor, Button, Code, EmptyState, Group, Stack, Text } from '@mantine/core'
import { IconArchive, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { DataTable } from '../../components/data-table.tsx'
import { listed } from '../../components/list-page.tsx'
import { showRefusal } from '../../components/commands.tsx'
import { useRefresh } from '../../components/hooks.ts'
import { backupColumns } from './backup-columns.tsx'
import { BackupProgress } from './backup-progress.tsx'
import { backupsQuery } from './settings-query.ts'

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
