import { Alert, Button, Group, Select, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconClockExclamation } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { DataTable } from '../../components/data-table.tsx'
import { FormRefusal, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import type { Column } from '../../components/table.tsx'
import { When } from '../../components/values.tsx'
import { CleanupCard, isNothing, sweptText } from './cleanup.tsx'
import { nightlyQuery, type Nightly } from './data.ts'

/** What Daybook does by itself once a day. */
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
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: ({ hour }) => ask(api.settings.hour.post({ hour: Number(hour) })),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Saved.',
  })
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <FormRefusal>{refusal}</FormRefusal>
        <Group align="flex-end" gap="sm">
          <Select
            label="Every day at"
            data={hours}
            allowDeselect={false}
            w={160}
            {...form.getInputProps('hour')}
          />
          <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
            Save
          </Button>
        </Group>
        <Text size="sm" c="dimmed">
          Next: <When at={nightly.nextAt} />, by the clock of the computer that Daybook runs on. An
          hour that has passed today is made up for within a minute.
        </Text>
      </Stack>
    </form>
  )
}

type Job = Nightly['jobs'][number]

const jobNames: Record<Job['name'], string> = {
  retention: 'Delete documents older than 30 days',
  leftovers: 'Remove files that nothing needs',
  scrub: 'Read a part of the stored files, all within a month',
  backup: 'Make and check a backup',
  'old copies': 'Remove copies from before an update',
  'reserved space': 'Keep some room on the disk',
  upkeep: 'Tidy the data',
}

/** What the nightly work consists of, and how each part went last. */
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
