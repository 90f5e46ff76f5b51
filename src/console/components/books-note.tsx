import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { IconBook2 } from '@tabler/icons-react'
import { t } from '../language/language.ts'
import { Words } from '../language/words.tsx'
import { useCommand, useConfirm } from './commands.tsx'
import { formatCount, When } from './values.tsx'

/** A program's import result for a document, an order or a part of one. */
export type InBooks = {
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
