import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBook2, IconLock } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { t } from '../language/language.ts'
import { Words } from '../language/words.tsx'
import { useCommand, useConfirm } from './commands.tsx'
import { formatCount, When, tCounted } from './values.tsx'
import { api, ask, type AnswerOf } from '../client.ts'
import { useSignedIn } from '../state.ts'

/** A program's import result for a document, an order or a part of one. */
type InBooks = {
  part: number
  outcome: 'imported' | 'parked' | 'failed' | 'dropped'
  isOpen: boolean
  sentence: string
  attempts: number
  lastAt: string
  system: string
  company: string
  voucherId: string
  voucherNo: string
}

type Settling = 'again' | 'by_hand' | 'dropped'

/** The first parts, and the number of all. */
type Parts = { first: readonly InBooks[]; count: number }

type BooksNoteProps = {
  books: { open: Parts }
  settle: (as: Settling) => Promise<unknown>
}

/** Documents that are not in the accounts, with the reason and the possible actions. Nothing if all are in. */
export function BooksNote({ books, settle }: BooksNoteProps) {
  const { first: open } = books.open
  const [first] = open
  if (first === undefined) return null
  return (
    <Alert
      color="orange"
      icon={<IconBook2 aria-hidden />}
      title={t('Not in {{system}}', { system: systemOf(first) })}
    >
      <Stack gap="xs" align="flex-start">
        {open.map((one) => (
          <Text key={`${one.part} ${one.system} ${one.sentence}`} size="sm">
            {withAttempts(one)}
          </Text>
        ))}
        <AndMore of={books.open} />
        <Text size="xs">
          <Words of={t('Last tried {{when}}.')} with={{ when: <When at={first.lastAt} /> }} />
        </Text>
        <SettleButtons settle={settle} />
      </Stack>
    </Alert>
  )
}

/** The number of parts beyond those shown. */
export function AndMore({ of: { first, count } }: { of: Parts }) {
  const more = count - first.length
  if (more <= 0) return null
  return <Text size="sm">{t('and {{more}} more', { more: formatCount(more) })}</Text>
}

function SettleButtons({ settle }: Pick<BooksNoteProps, 'settle'>) {
  const confirm = useConfirm()
  const again = useCommand({
    run: () => settle('again'),
    done: () => t('It is tried again when the program comes next.'),
  })
  const counts = t('It counts as delivered then, and no program gets it any more.')
  const byHand = () =>
    confirm({
      title: t('Did you enter it in the books by hand?'),
      children: counts,
      action: t('I entered it'),
      done: t('It counts as entered by hand.'),
      run: () => settle('by_hand'),
    })
  const leaveOut = () =>
    confirm({
      title: t('Leave it out of the books?'),
      children: counts,
      action: t('Leave it out'),
      done: t('It is left out of the books.'),
      run: () => settle('dropped'),
    })
  return (
    <Group gap="xs">
      <Button size="xs" loading={again.isPending} onClick={() => again.mutate()}>
        {t('Try again')}
      </Button>
      <Button size="xs" variant="default" onClick={byHand}>
        {t('Entered by hand…')}
      </Button>
      <Button size="xs" variant="default" onClick={leaveOut}>
        {t('Leave it out…')}
      </Button>
    </Group>
  )
}

/** In a list: "Not in Tally: the ledger Input IGST is missing (3 attempts)", or "Tally, voucher 118". */
export function InBooksText({ inBooks }: { inBooks: InBooks | null }) {
  const text = inBooks === null ? null : inBooksText(inBooks)
  if (text === null) return null
  return (
    <Text size="xs" c="dimmed" lineClamp={3} maw="16rem">
      {text}
    </Text>
  )
}

/** Null if there is nothing to show: the result was settled, or its place is unknown. */
function inBooksText(one: InBooks): string | null {
  if (one.isOpen) {
    return t('Not in {{system}}: {{reason}}', { system: systemOf(one), reason: withAttempts(one) })
  }
  return one.outcome === 'imported' ? voucherText(one) : null
}

/** "Tally, voucher 118" */
export function voucherText(one: InBooks): string | null {
  const { voucherNo, voucherId } = one
  if (one.system === '') return null
  const system = systemOf(one)
  const number = voucherNo === '' ? voucherId : voucherNo
  return number === '' ? system : t('{{system}}, voucher {{number}}', { system, number })
}

/** The names of accounting programs for people. */
const programs: Readonly<Record<string, string>> = { tally: 'Tally', erpnext: 'ERPNext' }

function systemOf({ system }: InBooks): string {
  return system === '' ? t('the books') : (programs[system] ?? system)
}

function withAttempts({ sentence, attempts }: InBooks): string {
  if (attempts < 2) return sentence
  return t('{{reason}} ({{attempts}} attempts)', { reason: sentence, attempts })
}

/** How often the page reloads the leases, in milliseconds. */
const refreshMs = 60_000

const leasesQuery = queryOptions({
  queryKey: ['leases'],
  queryFn: () => ask(api.leases.get()),
  refetchInterval: refreshMs,
})

type Lease = AnswerOf<typeof leasesQuery>['items'][number]

/** The leases of programs, for an owner, of one kind or both. Nothing without leases. */
export function LeaseNotes({ kind }: { kind?: Lease['kind'] }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const leases = useQuery({ ...leasesQuery, enabled: isOwner })
  const shown = (leases.data?.items ?? []).filter((lease) => (kind ?? lease.kind) === lease.kind)
  return shown.map((lease) => <LeaseNote key={lease.id} lease={lease} />)
}

function LeaseNote({ lease }: { lease: Lease }) {
  const { id, keyName, until } = lease
  const confirm = useConfirm()
  const takeBack = () =>
    confirm({
      title: t('Take {{what}} back from “{{key}}”?', { what: whatOf(lease), key: keyName }),
      children: t(
        'It waits for every program again. What this one has entered already may be entered a second time: when it says so later, you are asked to look.',
      ),
      action: t('Take back'),
      done: ({ count }) => t('Taken back: {{what}}.', { what: whatOf({ ...lease, count }) }),
      run: () => ask(api.leases({ id })['take-back'].post()),
    })
  return (
    <Alert color="blue" icon={<IconLock aria-hidden />} mb="md" role="status">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          <Words
            of={t(
              'The key “{{key}}” has leased {{what}} until {{until}}: no other program is given that.',
            )}
            with={{ what: whatOf(lease), key: keyName, until: <When at={until} /> }}
          />
        </Text>
        <Button size="xs" variant="default" onClick={takeBack}>
          {t('Take back now…')}
        </Button>
      </Group>
    </Alert>
  )
}

function whatOf({ kind, count }: Pick<Lease, 'kind' | 'count'>): string {
  return kind === 'order' ? tCounted(count, 'order') : tCounted(count, 'document')
}
