import { Alert, Button, Group, Progress, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useConfirm, useRefresh, useWhenEnded } from '../../components/commands.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { counted, formatBytes, When } from '../../components/values.tsx'
import { forecastQuery, nightlyQuery, type Nightly } from './data.ts'

/** The work that Daybook does by itself once a day. */
export function NightlySection() {
  const nightly = useQuery(nightlyQuery)
  return (
    <Loaded query={nightly} pending={<Skeleton height={320} />}>
      {(data) => <Nights nightly={data} />}
    </Loaded>
  )
}

function Nights({ nightly }: { nightly: Nightly }) {
  return (
    <Stack gap="lg" maw={760}>
      {nightly.clock !== null && <ClockGuard doubt={nightly.clock} />}
      <SectionCard
        title="When"
        lead="Once a day Daybook deletes documents older than 30 days, makes a backup and tidies up. When it was off at that hour, it does so after the next start."
      >
        <HourForm nightly={nightly} />
      </SectionCard>
      <LastRuns jobs={nightly.jobs} />
      <CleanupCard cleanup={nightly.cleanup} isHeld={nightly.clock !== null} />
    </Stack>
  )
}

type Doubt = NonNullable<Nightly['clock']>

function ClockGuard({ doubt }: { doubt: Doubt }) {
  const sayItIsRight = useConfirmedClock(doubt)
  const { kind, says, lastSeen, held } = doubt
  return (
    <Alert
      color="yellow"
      icon={<IconClockExclamation aria-hidden />}
      title="Nothing is deleted: the date may be wrong"
    >
      <Stack gap="sm" align="flex-start">
        <Text size="sm">
          {kind === 'behind' ? (
            <>
              This computer’s clock says <When at={says} />, but Daybook has already seen{' '}
              <When at={lastSeen} />. Put the clock right. If it is right, say so.
            </>
          ) : (
            <>
              This computer’s clock says <When at={says} />; the last time that Daybook saw was{' '}
              <When at={lastSeen} />. Was it off for so long? Then the date is right: say so.
              Otherwise put the clock right. Daybook believes it after running for 24 hours.
            </>
          )}
        </Text>
        {!isNothing(held) && (
          <Text size="sm">
            By this date {sweptText(held)} are older than 30 days. They are held back.
          </Text>
        )}
        <Button variant="default" size="xs" onClick={sayItIsRight}>
          The date is right…
        </Button>
      </Stack>
    </Alert>
  )
}

function useConfirmedClock({ says, lastSeen, held }: Doubt) {
  const confirm = useConfirm()
  return () =>
    confirm({
      title: 'Is the date of this computer right?',
      children: (
        <>
          It says <When at={says} />, and Daybook last saw <When at={lastSeen} />. From now on
          documents are deleted by it
          {isNothing(held) ? '' : `, tonight ${sweptText(held)}`}. If it is wrong, they go too
          early, for good.
        </>
      ),
      action: 'The date is right',
      done: 'The clock is trusted again.',
      run: () => ask(api.settings.clock.confirm.post({ says })),
    })
}

const hourFormat = new Intl.DateTimeFormat('en-IN', {
  hour: 'numeric',
  minute: '2-digit',
  hour12: true,
})

const hours = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: hourFormat.format(new Date(2026, 0, 1, hour)),
}))

function HourForm({ nightly }: { nightly: Nightly }) {
  const form = useForm({ initialValues: { hour: String(nightly.hour) } })
  const sent = useSentForm({
    form,
    send: ({ hour }) => ask(api.settings.hour.post({ hour: Number(hour) })),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Saved.',
  })
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <Select
        label="Every day at"
        data={hours}
        allowDeselect={false}
        w={160}
        {...form.getInputProps('hour')}
      />
      <Text size="sm" c="dimmed">
        Next: <When at={nightly.nextAt} />, by the clock of the computer that Daybook runs on. An
        hour that has passed today is made up for within a minute.
      </Text>
    </PageForm>
  )
}

type Job = Nightly['jobs'][number]

const jobNames: Record<Job['name'], string> = {
  archive: 'Archive documents',
  retention: 'Delete documents older than 30 days',
  leftovers: 'Remove files that nothing needs',
  scrub: 'Read a part of the stored files, all within a month',
  backup: 'Make and check a backup',
  offsite: 'Copy the backup to a second place',
  'old copies': 'Remove copies from before an update',
  'reserved space': 'Keep some room on the disk',
  upkeep: 'Tidy the data',
}

/** The parts of the nightly work, with the last result of each part. */
function LastRuns({ jobs }: { jobs: readonly Job[] }) {
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
  { key: 'name', title: 'What', isMain: true, cell: ({ name }) => jobNames[name] },
  { key: 'at', title: 'Last run', cell: ({ at }) => <When at={at} never="not yet" /> },
  { key: 'outcome', title: 'Outcome', cell: (job) => <RunOutcome job={job} /> },
]

function RunOutcome({ job: { at, ended, problem } }: { job: Job }) {
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

type Cleanup = Nightly['cleanup']
type Swept = { scans: number; documents: number; bytes: number }

/** The documents that would be deleted now, and a button that deletes them before the night. */
function CleanupCard({ cleanup, isHeld }: { cleanup: Cleanup; isHeld: boolean }) {
  const refresh = useRefresh()
  const forecast = useQuery(forecastQuery)
  const isRunning = cleanup !== null && cleanup.endedAt === null
  useWhenEnded(isRunning, () => void refresh())
  return (
    <SectionCard
      title="Deleting old documents"
      lead="Documents go 30 days after they came in, delivered or not, with their files; where there is an archive, once they are in it. Backups from before still hold them. Vendors, products, rules, orders, credits and the activity stay."
    >
      {isRunning ? (
        <CleanupRunning cleanup={cleanup} />
      ) : (
        <Stack>
          {cleanup !== null && <CleanupOutcome cleanup={cleanup} />}
          <Loaded query={forecast} pending={<Skeleton height={70} />}>
            {({ wouldGo }) => (
              <DryRun
                wouldGo={wouldGo}
                isHeld={isHeld}
                isAsking={forecast.isFetching}
                onAsk={() => void forecast.refetch()}
              />
            )}
          </Loaded>
        </Stack>
      )}
    </SectionCard>
  )
}

type DryRunProps = {
  wouldGo: Swept | null
  isHeld: boolean
  isAsking: boolean
  onAsk: () => void
}

function DryRun({ wouldGo, isHeld, isAsking, onAsk }: DryRunProps) {
  const begin = useBegin()
  if (isHeld || wouldGo === null) {
    return <Text size="sm">Nothing is deleted until the clock is trusted again.</Text>
  }
  const isEmpty = isNothing(wouldGo)
  return (
    <Stack gap="sm">
      <Text size="sm" aria-live="polite">
        {isEmpty
          ? 'Dry run: nothing would be deleted now.'
          : `Dry run: ${sweptText(wouldGo)} would be deleted now.`}
      </Text>
      <Group gap="sm">
        <Button variant="default" loading={isAsking} onClick={onAsk}>
          Look again
        </Button>
        <Button color="red" variant="default" disabled={isEmpty} onClick={() => begin(wouldGo)}>
          Run now…
        </Button>
      </Group>
    </Stack>
  )
}

function useBegin() {
  const confirm = useConfirm()
  return (wouldGo: Swept) =>
    confirm({
      title: 'Delete the old documents now?',
      children: `${sweptText(wouldGo)} older than 30 days are deleted for good, also those that your accounting software has not fetched. Only backups from before still hold them.`,
      action: 'Delete them',
      done: 'Deleting has begun.',
      run: () => ask(api.settings.cleanup.post()),
    })
}

function CleanupRunning({ cleanup }: { cleanup: NonNullable<Cleanup> }) {
  const { swept, expected } = cleanup
  const all = expected.scans + expected.documents
  const done = swept.scans + swept.documents
  const percent = all === 0 ? 0 : Math.min(100, (done / all) * 100)
  return (
    <Stack gap="xs">
      <Text size="sm">Deleting: {sweptText(swept)} so far.</Text>
      <Progress value={percent} aria-label="Deleting old documents" animated />
    </Stack>
  )
}

function CleanupOutcome({ cleanup }: { cleanup: NonNullable<Cleanup> }) {
  const { swept, problem, endedAt } = cleanup
  return problem === null ? (
    <Alert color="cyan" role="status">
      {isNothing(swept) ? 'There was nothing to delete' : `Deleted: ${sweptText(swept)}`},{' '}
      <When at={endedAt} />.
    </Alert>
  ) : (
    <Alert color="red" title="It was not finished" role="alert">
      {problem}
    </Alert>
  )
}

function isNothing({ scans, documents, bytes }: Swept): boolean {
  return scans + documents + bytes === 0
}

function sweptText({ scans, documents, bytes }: Swept): string {
  return `${counted(scans, 'document')} and ${counted(documents, 'file')} (${formatBytes(bytes)})`
}
