import { Skeleton, Tabs, Alert, Badge, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { useAddress } from '../../components/use-list.ts'
import { useSignedIn } from '../../state.ts'
import { Connect } from './connect.tsx'
import { booksQuery, booksSearch, bookTabs, type Books, type Bridge } from './data.ts'
import { EnteredList } from './entered.tsx'
import { KnownList } from './known.tsx'
import { BooksSettings } from './settings.tsx'
import { Waiting } from './waiting.tsx'
import { IconAlertTriangle } from '@tabler/icons-react'
import { counted, formatAgo, formatCount } from '../../components/values.tsx'
import { Files } from './files.tsx'
import { filesSystem, healthOf } from './words.ts'

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
          {isOwner && <Tabs.Tab value="known">What is what</Tabs.Tab>}
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
        <Alert
          key={id}
          color="yellow"
          icon={<IconAlertTriangle aria-hidden />}
          title={titleOfFailed(kind, name)}
        >
          {message === '' ? 'The bridge did not say why.' : message}
        </Alert>
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
