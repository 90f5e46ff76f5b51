import { Anchor, Button, EmptyState, Group, Stack, Text } from '@mantine/core'
import { IconCircleCheck, IconFiles, IconPencilPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { MenuAction, CommandButton } from '../../components/buttons.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { useCommand } from '../../components/commands.tsx'
import { DataTable, type Column } from '../../components/table.tsx'
import { Dialog } from '../../components/form.tsx'
import { counted, formatAgo } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { causesQuery, mapTo, type Cause, type Proposal } from './data.ts'
import { Find, type Sought } from './find.tsx'
import { useAreFiles, useCompanies, useProgram } from './words.ts'
import { Subjects } from './subjects.tsx'

/** The causes for which documents and orders are not in the accounts, the most frequent first, each with its remedy. */
export function Waiting() {
  const causes = useQuery(causesQuery)
  const [sought, setSought] = useState<Sought | null>(null)
  const [shown, setShown] = useState<Cause | null>(null)
  const companies = useCompanies()
  return (
    <>
      <DataTable
        label="What waits"
        rows={causes.data?.items}
        error={causes.error}
        onRetry={() => void causes.refetch()}
        idOf={({ id }) => id}
        columns={columnsOf(companies, setSought, setShown)}
        empty={
          <EmptyState
            icon={<IconCircleCheck aria-hidden />}
            title="Nothing waits for you"
            description="What cannot be entered into the books is listed here, with why."
          />
        }
      />
      <Find sought={sought} onClose={() => setSought(null)} />
      <Dialog
        of={shown}
        title={(cause) => `${howMany(cause)} ${cause.count === 1 ? 'waits' : 'wait'}`}
        size="lg"
        onClose={() => setShown(null)}
      >
        {(cause) => <Subjects cause={cause} onClose={() => setShown(null)} />}
      </Dialog>
    </>
  )
}

function columnsOf(
  companies: ReadonlyMap<number, string>,
  onFind: (sought: Sought) => void,
  onShow: (cause: Cause) => void,
): Column<Cause>[] {
  return [
    {
      key: 'cause',
      title: 'What is missing',
      isMain: true,
      cell: ({ missing, sentence, books }) => (
        <Stack gap={2}>
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {missing === null || missing.title === '' ? sentence : missing.title}
          </Text>
          {missing !== null && missing.title !== '' && (
            <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
              {sentence}
            </Text>
          )}
          {books !== null && companies.size > 1 && (
            <Text size="xs" c="dimmed">
              for {companies.get(books) ?? 'other books'}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'count',
      title: 'Waits for it',
      width: '11rem',
      cell: (cause) => (
        <Stack gap={2} align="flex-start">
          <Anchor component="button" type="button" size="sm" onClick={() => onShow(cause)}>
            {howMany(cause)}
          </Anchor>
          {cause.since !== null && (
            <Text size="xs" c="dimmed">
              since {formatAgo(cause.since)}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      key: 'actions',
      title: '',
      width: '24rem',
      cell: (cause) => <Mend cause={cause} onFind={onFind} onShow={onShow} />,
    },
  ]
}

function howMany({ kind, count }: Cause): string {
  return counted(count, kind === 'scan' ? 'document' : 'order')
}

type MendProps = { cause: Cause; onFind(sought: Sought): void; onShow(cause: Cause): void }

/** The likeliest proposal is a button. Other proposals and actions are behind the three dots. */
function Mend({ cause, onFind, onShow }: MendProps) {
  const { books, missing, proposals, foundAs } = cause
  const areFiles = useAreFiles(books)
  const program = useProgram(books)
  const isOwner = useSignedIn().user.role === 'owner'
  const [likeliest, ...others] = proposals
  if (missing === null) {
    return (
      <Group justify="flex-end">
        <Button size="xs" variant="default" onClick={() => onShow(cause)}>
          Look at {cause.count === 1 ? 'it' : 'them'}
        </Button>
      </Group>
    )
  }
  const title = missing.title === '' ? 'the godown' : missing.title
  const find = (does: Sought['does']) => onFind({ ...missing, books, title, does })
  const isLedger = missing.kind === 'party' || missing.kind === 'ledger'
  const mayChoose = isOwner || mayClerkChoose(cause, areFiles)
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap" align="flex-start">
      {foundAs !== null ? (
        <Text size="sm">Set to “{foundAs}”. Entered within a minute.</Text>
      ) : likeliest === undefined && !mayChoose ? (
        <Text size="sm">An owner says what this is.</Text>
      ) : likeliest === undefined ? (
        <Button
          size="xs"
          variant="default"
          aria-label={`Choose for ${title}`}
          onClick={() => find('choose')}
        >
          Choose…
        </Button>
      ) : (
        <Take proposal={likeliest} books={books} />
      )}
      <DotsMenu label={`More for ${title}`} width={280}>
        {foundAs === null &&
          others.map((one) => <TakeOther key={one.id} proposal={one} books={books} />)}
        {mayChoose && (
          <MenuAction icon={IconSearch} onClick={() => find('choose')}>
            Choose another…
          </MenuAction>
        )}
        {!areFiles && (isOwner ? isLedger : mayClerkMake(cause)) && (
          <MenuAction icon={IconPencilPlus} onClick={() => find('make')}>
            {`Make the ledger in ${program}…`}
          </MenuAction>
        )}
        <MenuAction icon={IconFiles} onClick={() => onShow(cause)}>
          Show what waits
        </MenuAction>
      </DotsMenu>
    </Group>
  )
}

/** A clerk may map what nobody has confirmed, but may not search all ledgers: only proposed ledgers, or an owner decides. */
function mayClerkChoose({ missing, isConfirmed }: Cause, areFiles: boolean): boolean {
  if (missing === null || isConfirmed) return false
  const isLedger = missing.kind === 'ledger' || (missing.kind === 'party' && !areFiles)
  return !isLedger
}

/** A clerk may have ledgers created for new parties only. */
function mayClerkMake({ missing, isConfirmed }: Cause): boolean {
  return missing?.kind === 'party' && !isConfirmed
}

type TakeProps = { proposal: Proposal; books: number | null }

function taking({ proposal: { id, name, field, reason }, books }: TakeProps) {
  return {
    run: () => mapTo({ books, field, master: id, reason }),
    done: () => `It is “${name}” from now on. What waits for it goes in by itself.`,
  }
}

function Take(taken: TakeProps) {
  const { proposal } = taken
  return (
    <Stack gap={2} align="flex-start">
      <CommandButton {...taking(taken)} size="xs" variant="light" className="wrapping-button">
        It is {proposal.name}
      </CommandButton>
      <Text size="xs" c="dimmed">
        {proposal.reason}
        {proposal.isForAll && ', for every rate'}
      </Text>
    </Stack>
  )
}

function TakeOther(taken: TakeProps) {
  const { proposal } = taken
  const take = useCommand(taking(taken))
  return (
    <MenuAction icon={IconCircleCheck} onClick={() => take.mutate()}>
      {`It is ${proposal.name} (${proposal.reason})`}
    </MenuAction>
  )
}
