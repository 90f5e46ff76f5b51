import {
  Anchor,
  EmptyState,
  Paper,
  Radio,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconCoins } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { Dialog, DialogForm, useSentForm } from '../../components/form.tsx'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { ListPage } from '../../components/list.tsx'
import { useList } from '../../components/use-list.ts'
import type { Column } from '../../components/table.tsx'
import { formatCount, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { creditSearch, creditsQuery, withMinus, type CreditEntry } from './data.ts'

const views = [
  { value: 'all', label: 'Everything' },
  { value: 'given', label: 'Entered by owners' },
] as const

export function CreditsPage() {
  return useSignedIn().usesCredits ? <CreditList /> : <NothingUsesCredits />
}

/** Typing by hand costs nothing, so there is nothing to show until a program reads documents. */
function NothingUsesCredits() {
  return (
    <EmptyState
      py="xl"
      icon={<IconCoins aria-hidden />}
      title={<Title order={1}>Credits are not used here</Title>}
      description="A document that a program reads uses one credit. What is typed in by hand uses none."
    />
  )
}

function CreditList() {
  const isOwner = useSignedIn().user.role === 'owner'
  const list = useList(creditSearch, creditsQuery)
  const [isGiving, giving] = useDisclosure()
  return (
    <ListPage
      name="credits"
      add={isOwner && { label: 'Enter credits', onClick: giving.open }}
      title="Credits"
      lead="Each document that a program reads uses one credit. Nothing stops when there are none left: the balance then falls below zero."
      top={<Balance balance={list.query.data?.balance} />}
      label={isOwner ? 'Credits that came and went' : 'Credits that your documents used'}
      list={list}
      filters={isOwner ? [{ by: 'view', key: 'show', label: 'Which entries', choices: views }] : []}
      order={{ by: 'at', isDescending: true }}
      columns={columnsOf(isOwner)}
      empty={
        isOwner
          ? {
              icon: IconCoins,
              title: 'No entries yet',
              description:
                'Enter the credits that you have bought. Each document that is read then takes one.',
            }
          : {
              icon: IconCoins,
              title: 'You have used none yet',
              description: 'The credits that your documents use are listed here.',
            }
      }
    >
      <GiveCredits isOpen={isGiving} onClose={giving.close} />
    </ListPage>
  )
}

function Balance({ balance }: { balance: number | undefined }) {
  return (
    <Paper withBorder p="md" mb="lg" w="fit-content" miw={200}>
      <Text size="sm" c="dimmed">
        Balance
      </Text>
      {balance === undefined ? (
        <Skeleton height={30} width={120} my={4} />
      ) : (
        <Text
          fz={30}
          fw={600}
          lh={1.3}
          c={balance < 0 ? 'var(--mantine-color-error)' : 'var(--mantine-color-text)'}
          style={{ fontVariantNumeric: 'tabular-nums' }}
        >
          {withMinus(balance)}
        </Text>
      )}
    </Paper>
  )
}

const documentKeptMs = 30 * 24 * 60 * 60 * 1000

const kinds = { use: 'Document read', grant: 'Granted', adjustment: 'Corrected' } as const

/** Members see only their own documents and need no column for the user. */
export function columnsOf(isOwner: boolean): Column<CreditEntry>[] {
  const user: Column<CreditEntry> = {
    key: 'user',
    title: 'By',
    cell: (entry) => entry.user ?? '–',
    value: ({ user: name }) => name,
  }
  return [
    {
      key: 'kind',
      title: 'What',
      isMain: true,
      cell: (entry) => <What entry={entry} />,
      value: ({ kind }) => kinds[kind],
    },
    {
      key: 'at',
      title: 'When',
      canSort: true,
      kind: 'time',
      cell: ({ at }) => <When at={at} />,
      value: ({ at }) => at,
    },
    ...(isOwner ? [user, noteColumn] : []),
    {
      key: 'amount',
      title: 'Credits',
      canSort: true,
      kind: 'count',
      onPhone: 'corner',
      cell: ({ amount }) => signed(amount),
      value: ({ amount }) => amount,
    },
  ]
}

/** A document is kept for 30 days, but its credit entry forever. Afterwards the link would lead nowhere. */
function What({ entry: { kind, scanId, at } }: { entry: CreditEntry }) {
  if (scanId === null || Date.now() - Date.parse(at) > documentKeptMs) return kinds[kind]
  return (
    <Anchor
      size="sm"
      renderRoot={(props) => <Link {...props} to="/documents/$id" params={{ id: scanId }} />}
    >
      {kinds[kind]}
    </Anchor>
  )
}

const noteColumn: Column<CreditEntry> = {
  key: 'note',
  title: 'Note',
  value: ({ note }) => note,
  cell: ({ kind, note }) =>
    kind === 'use' ? (
      '–'
    ) : (
      <Text size="sm" maw="28rem" style={{ overflowWrap: 'anywhere' }}>
        {note}
      </Text>
    ),
}

/** +5,000 or −1 */
function signed(amount: number): string {
  return amount < 0 ? withMinus(amount) : `+${formatCount(amount)}`
}

type GiveCreditsProps = { isOpen: boolean; onClose: () => void }

export function GiveCredits({ isOpen, onClose }: GiveCreditsProps) {
  return (
    <Dialog of={isOpen || null} title="Enter credits" onClose={onClose}>
      {() => <GiveForm onClose={onClose} />}
    </Dialog>
  )
}

type Values = { kind: 'grant' | 'adjustment'; amount: TypedNumber; note: string }

function GiveForm({ onClose }: { onClose: () => void }) {
  const form = useForm<Values>({
    initialValues: { kind: 'grant', amount: '', note: '' },
    validate: {
      amount: isNotEmpty('Enter how many credits.'),
      note: isNotEmpty('Say what they are for.'),
    },
  })
  const sent = useSentForm({
    form,
    onClose,
    send: ({ amount, ...values }) =>
      ask(api.credits.post({ ...values, amount: requireNumber(amount) })),
    done: ({ balance }) => `The balance is ${withMinus(balance)} now.`,
  })
  const isGrant = form.values.kind === 'grant'
  return (
    <DialogForm sent={sent} action={isGrant ? 'Grant' : 'Correct'} onCancel={onClose}>
      <Radio.Group label="What it is" {...form.getInputProps('kind')}>
        <Stack gap="sm" mt={6}>
          <Radio value="grant" label="A grant" description="Credits that were bought or given." />
          <Radio
            value="adjustment"
            label="A correction"
            description="Credits added, or taken with a minus. An entry is never changed or deleted."
          />
        </Stack>
      </Radio.Group>
      <NumberField
        kind="count"
        label="Credits"
        description={isGrant ? 'Are added to the balance.' : 'Such as 20, or -20 to take them.'}
        min={isGrant ? 1 : -Infinity}
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <TextInput
        label="Note"
        description="Owners see it in the list."
        placeholder={isGrant ? 'Plan of November, bill 118' : 'Granted twice by mistake'}
        {...form.getInputProps('note')}
      />
    </DialogForm>
  )
}
