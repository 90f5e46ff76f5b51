import { Skeleton, Tabs, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconFileX } from '@tabler/icons-react'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { useAddress } from '../../components/use-list.ts'
import { useSignedIn } from '../../state.ts'
import { Connect, BooksSettings } from './connect.tsx'
import { booksQuery, booksSearch, bookTabs, type Books, type Bridge, settleFile } from './data.ts'
import { EnteredList, KnownList } from './known.tsx'
import { Waiting } from './waiting.tsx'
import { counted, formatAgo, formatCount, When } from '../../components/values.tsx'
import { filesSystem, healthOf } from './words.ts'
import { DotsMenu } from '../../components/cells.tsx'
import { Note } from '../../components/note.tsx'
import { CommandButton, ConfirmAction } from '../../components/buttons.tsx'

/** The accounting books: their state, waiting documents and the causes, entered documents, and mappings. */
export function BooksPage() {
  const books = useQuery(booksQuery)
  const header = (
    <PageHeader title="Books">
      What goes into your accounting books by itself, what waits for you, and what sellers, taxes
      and items are called there.
    </PageHeader>
  )
  return (
    <Loaded query={books} header={header} pending={<Skeleton height={240} aria-label="Loading" />}>
      {(shown) => (
        <>
          {header}
          <Shown books={shown} />
        </>
      )}
    </Loaded>
  )
}

function Shown({ books }: { books: Books }) {
  const { user } = useSignedIn()
  const page = useAddress(booksSearch)
  const isOwner = user.role === 'owner'
  const { tab = 'waiting' } = page.search
  const open = (value: string | null) => {
    const chosen = bookTabs.find((candidate) => candidate === value)
    page.change({ tab: chosen ?? null, kind: null, search: null })
  }
  return (
    <>
      {books.bridges.length === 0 && isOwner && tab !== 'settings' ? (
        <Connect hasBridge={false} />
      ) : (
        <Bridges books={books} />
      )}
      <Tabs value={tab} onChange={open} keepMounted={false} mt="lg">
        <Tabs.List mb="lg">
          <Tabs.Tab value="waiting">What waits</Tabs.Tab>
          <Tabs.Tab value="entered">In the books</Tabs.Tab>
          {isOwner && <Tabs.Tab value="known">Ledgers and items</Tabs.Tab>}
          {isOwner && <Tabs.Tab value="settings">Settings</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="waiting">
          <Waiting />
        </Tabs.Panel>
        <Tabs.Panel value="entered">
          <EnteredList {...page} />
        </Tabs.Panel>
        {isOwner && (
          <Tabs.Panel value="known">
            <KnownList {...page} />
          </Tabs.Panel>
        )}
        {isOwner && (
          <Tabs.Panel value="settings">
            <BooksSettings books={books} />
          </Tabs.Panel>
        )}
      </Tabs>
    </>
  )
}

/** The bridges with their companies, their states, and advice. */
function Bridges({ books }: { books: Books }) {
  return (
    <Stack mb="lg">
      <SimpleGrid cols={{ base: 1, md: books.bridges.length > 1 ? 2 : 1 }}>
        {books.bridges.map((bridge) => (
          <OneBridge key={bridge.id} bridge={bridge} />
        ))}
      </SimpleGrid>
      {books.failed.map(({ id, kind, name, message }) => (
        <Note key={id} color="yellow" icon={IconAlertTriangle} title={titleOfFailed(kind, name)}>
          {message === '' ? 'The bridge did not say why.' : message}
        </Note>
      ))}
    </Stack>
  )
}

function OneBridge({ bridge }: { bridge: Bridge }) {
  const { masters, company, sentence, heardAt, machine, name } = bridge
  const { label, color, help } = healthOf(bridge)
  const left = leftWords(bridge)
  return (
    <SectionCard
      title={company?.name ?? name}
      aside={
        <Badge variant="outline" color={color} c="inherit">
          {label}
        </Badge>
      }
    >
      <Stack gap="xs">
        {help !== '' && <Text size="sm">{help}</Text>}
        {sentence !== '' && <Text size="sm">{sentence}</Text>}
        <Group gap="lg">
          <Text size="sm" c="dimmed">
            Heard of {formatAgo(heardAt)}
            {machine === '' ? '' : `, on ${machine}`}
          </Text>
          {left !== '' && (
            <Text size="sm" c="dimmed">
              {left}
            </Text>
          )}
          {bridge.system !== filesSystem && (
            <Text size="sm" c="dimmed">
              Knows {counted(masters.ledgers, 'ledger')}, {counted(masters.items, 'item')},{' '}
              {counted(masters.units, 'unit')}
            </Text>
          )}
        </Group>
        {bridge.files.length > 0 && <Files bridge={bridge} />}
      </Stack>
    </SectionCard>
  )
}

function titleOfFailed(kind: string, name: string): string {
  if (kind === 'create_ledger') return `The ledger “${name}” was not made`
  if (kind === 'confirm_file') return 'A file was not confirmed'
  return 'Something could not be done in the books'
}

/** A new bridge also reports 0, so 0 does not mean that nothing waits. */
function leftWords({ waiting, decisions }: Bridge): string {
  const waits = waiting === 0 ? [] : [`${formatCount(waiting)} not entered yet`]
  const asked = decisions === 0 ? [] : [`${counted(decisions, 'thing')} to be done there`]
  return [...waits, ...asked].join(', ')
}

type WrittenFile = Bridge['files'][number]

/** Written files that nobody has imported yet, the oldest first. */
function Files({ bridge }: { bridge: Bridge }) {
  return (
    <Stack gap="sm" mt="xs">
      <Text size="sm">
        Import these files, the oldest first, and say so: only then do their documents count as
        entered.
      </Text>
      {bridge.files.map((file) => (
        <OneFile key={file.name} bridge={bridge} file={file} />
      ))}
    </Stack>
  )
}

type FileProps = { bridge: Bridge; file: WrittenFile }

function OneFile({ bridge, file }: FileProps) {
  const { name, madeAt, vouchers, documents, isGone, asked } = file
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {counted(vouchers, 'voucher')} of {counted(documents, 'document')}, written{' '}
          <When at={madeAt} />
        </Text>
        {isGone && (
          <Text size="xs">
            It is not in its folder any more: somebody imported it, or it is to be written again.
          </Text>
        )}
      </Stack>
      {asked === null ? (
        <Settle bridge={bridge} file={file} />
      ) : (
        <Text size="sm">
          {asked === 'confirm_file'
            ? 'Imported. Noted within a minute.'
            : 'Written again within a minute.'}
        </Text>
      )}
    </Group>
  )
}

function Settle({ bridge: { id: bridge }, file: { name, documents } }: FileProps) {
  return (
    <Group gap="xs" wrap="nowrap">
      <CommandButton
        size="xs"
        variant="light"
        aria-label={`I have imported it: ${name}`}
        run={() => settleFile({ bridge, file: name, as: 'imported' })}
        done={() => `${counted(documents, 'document')} of the file count as entered from now on.`}
      >
        I have imported it
      </CommandButton>
      <DotsMenu label={`More for ${name}`} width={240}>
        <ConfirmAction
          icon={IconFileX}
          confirmation={{
            title: `Was nothing of ${name} imported?`,
            children:
              'The bridge deletes the file, and writes what it held anew. What was imported from it would be in the books twice.',
            action: 'Write it again',
            done: 'Its documents are written again within a minute.',
            run: () => settleFile({ bridge, file: name, as: 'again' }),
          }}
        >
          Write it again…
        </ConfirmAction>
      </DotsMenu>
    </Group>
  )
}
