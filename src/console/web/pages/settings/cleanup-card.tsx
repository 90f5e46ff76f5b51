import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api, ask } from '../../client.ts'
import { confirm } from '../../parts/confirm.tsx'
import { ErrorState } from '../../parts/error-state.tsx'
import { formatCount } from '../../parts/money.tsx'
import { When } from '../../parts/when.tsx'
import { messageOf } from '../../refusal.ts'
import { formatBytes } from './bytes.ts'
import { SectionCard } from './section-card.tsx'
import { forecastQuery, nightlyQuery, type Nightly } from './settings-query.ts'

type Cleanup = Nightly['cleanup']
type Swept = { scans: number; documents: number; bytes: number }

/** What would be deleted now, and deleting it now instead of at night. */
export function CleanupCard({ cleanup, isHeld }: { cleanup: Cleanup; isHeld: boolean }) {
  const forecast = useQuery(forecastQuery)
  const isRunning = cleanup !== null && cleanup.endedAt === null
  useWhenEnded(isRunning, () => void forecast.refetch())
  return (
    <SectionCard
      title="Deleting old documents"
      lead="Documents and their scans go 30 days after they came in, synced or not. Backups from before still hold them. Vendors, products, rules, orders, credits and the activity stay."
    >
      {isRunning ? (
        <Running cleanup={cleanup} />
      ) : (
        <Stack>
          {cleanup !== null && <Outcome cleanup={cleanup} />}
          {forecast.isError ? (
            <ErrorState error={forecast.error} onRetry={() => void forecast.refetch()} />
          ) : (
            <DryRun
              wouldGo={forecast.data?.wouldGo}
              isHeld={isHeld}
              isAsking={forecast.isFetching}
              onAsk={() => void forecast.refetch()}
            />
          )}
        </Stack>
      )}
    </SectionCard>
  )
}

type DryRunProps = {
  wouldGo: Swept | null | undefined
  isHeld: boolean
  isAsking: boolean
  onAsk: () => void
}

function DryRun({ wouldGo, isHeld, isAsking, onAsk }: DryRunProps) {
  const begin = useBegin()
  if (isHeld || wouldGo === null) {
    return <Text size="sm">Nothing is deleted until the clock is trusted again.</Text>
  }
  const isEmpty = wouldGo !== undefined && isNothing(wouldGo)
  return (
    <Stack gap="sm">
      {wouldGo === undefined ? (
        <Skeleton height={18} width={280} />
      ) : (
        <Text size="sm" aria-live="polite">
          {isEmpty
            ? 'Dry run: nothing would be deleted now.'
            : `Dry run: ${sweptText(wouldGo)} would be deleted now.`}
        </Text>
      )}
      <Group gap="sm">
        <Button variant="default" loading={isAsking} onClick={onAsk}>
          Look again
        </Button>
        <Button
          color="red"
          variant="default"
          disabled={wouldGo === undefined || isEmpty}
          onClick={() => wouldGo !== undefined && begin(wouldGo)}
        >
          Run now…
        </Button>
      </Group>
    </Stack>
  )
}

function useBegin() {
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: () => ask(api.settings.cleanup.post()),
    onSuccess: (begun) => client.setQueryData(nightlyQuery.queryKey, begun),
    onError: (error) => notifications.show({ color: 'red', message: messageOf(error) }),
  })
  return (wouldGo: Swept) =>
    confirm({
      title: 'Delete the old documents now?',
      children: `${capital(sweptText(wouldGo))} older than 30 days are deleted for good, also those that your accounting software has not fetched. Only backups from before still hold them.`,
      action: 'Delete them',
      done: 'Deleting has begun.',
      run: () => run.mutateAsync(),
    })
}

function Running({ cleanup }: { cleanup: NonNullable<Cleanup> }) {
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

function Outcome({ cleanup }: { cleanup: NonNullable<Cleanup> }) {
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

function useWhenEnded(isRunning: boolean, onEnded: () => void): void {
  const before = useRef(isRunning)
  useEffect(() => {
    if (before.current && !isRunning) onEnded()
    before.current = isRunning
  }, [isRunning, onEnded])
}

function isNothing({ scans, documents, bytes }: Swept): boolean {
  return scans + documents + bytes === 0
}

function sweptText({ scans, documents, bytes }: Swept): string {
  return `${counted(scans, 'scan')} and ${counted(documents, 'file')} (${formatBytes(bytes)})`
}

function counted(count: number, noun: string): string {
  return count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
