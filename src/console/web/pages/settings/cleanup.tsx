import { Alert, Button, Group, Progress, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { useRefresh, useWhenEnded } from '../../components/hooks.ts'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { counted, formatBytes, When } from '../../components/values.tsx'
import { forecastQuery, type Nightly } from './data.ts'

type Cleanup = Nightly['cleanup']
type Swept = { scans: number; documents: number; bytes: number }

/** What would be deleted now, and deleting it now instead of at night. */
export function CleanupCard({ cleanup, isHeld }: { cleanup: Cleanup; isHeld: boolean }) {
  const refresh = useRefresh()
  const forecast = useQuery(forecastQuery)
  const isRunning = cleanup !== null && cleanup.endedAt === null
  useWhenEnded(isRunning, () => void refresh())
  return (
    <SectionCard
      title="Deleting old documents"
      lead="Documents go 30 days after they came in, delivered or not, with their files. Backups from before still hold them. Vendors, products, rules, orders, credits and the activity stay."
    >
      {isRunning ? (
        <Running cleanup={cleanup} />
      ) : (
        <Stack>
          {cleanup !== null && <Outcome cleanup={cleanup} />}
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
      children: `${capital(sweptText(wouldGo))} older than 30 days are deleted for good, also those that your accounting software has not fetched. Only backups from before still hold them.`,
      action: 'Delete them',
      done: 'Deleting has begun.',
      run: () => ask(api.settings.cleanup.post()),
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

export function isNothing({ scans, documents, bytes }: Swept): boolean {
  return scans + documents + bytes === 0
}

export function sweptText({ scans, documents, bytes }: Swept): string {
  return `${counted(scans, 'document')} and ${counted(documents, 'file')} (${formatBytes(bytes)})`
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
