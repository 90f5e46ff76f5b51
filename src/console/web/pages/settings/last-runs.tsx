import { Stack, Text, Title } from '@mantine/core'
import { DataTable } from '../../components/data-table.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import type { Nightly } from './settings-query.ts'

type Job = Nightly['jobs'][number]

const names: Record<Job['name'], string> = {
  retention: 'Delete documents older than 30 days',
  leftovers: 'Remove files that nothing needs',
  scrub: 'Read a part of the stored files, all within a month',
  backup: 'Make and check a backup',
  'old copies': 'Remove copies from before an update',
  ballast: 'Keep some room on the disk',
  upkeep: 'Tidy the data',
}

/** What the nightly work consists of, and how each part went last. */
export function LastRuns({ jobs }: { jobs: readonly Job[] }) {
  return (
    <Stack component="section" gap="sm" aria-labelledby="last-runs-title">
      <Title order={2} size="h4" id="last-runs-title">
        Last runs
      </Title>
      <DataTable label="Last runs" columns={columns} rows={jobs} idOf={({ name }) => name} />
    </Stack>
  )
}

const columns: Column<Job>[] = [
  { key: 'name', title: 'What', isMain: true, cell: ({ name }) => names[name] },
  { key: 'at', title: 'Last run', cell: ({ at }) => <When at={at} never="not yet" /> },
  { key: 'outcome', title: 'Outcome', cell: (job) => <Outcome job={job} /> },
]

function Outcome({ job: { at, ended, problem } }: { job: Job }) {
  if (at === null) return '–'
  if (problem !== null) {
    return (
      <Text size="sm" c="var(--mantine-color-error)" maw="28rem">
        {problem}
      </Text>
    )
  }
  return ended ? 'Done' : 'Under way, or cut off: it goes on at the next start'
}
