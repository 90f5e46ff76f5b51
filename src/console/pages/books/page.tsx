import {
  Anchor,
  Badge,
  Button,
  Code,
  Group,
  List,
  Radio,
  SimpleGrid,
  Skeleton,
  Stack,
  Switch,
  Tabs,
  Text,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconFileX, IconPlugConnected } from '@tabler/icons-react'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { useAddress } from '../../components/use-list.ts'
import { useSignedIn } from '../../state.ts'
import { counted, formatAgo, formatCount, When } from '../../components/values.tsx'
import { DotsMenu } from '../../components/cells.tsx'
import { Note } from '../../components/note.tsx'
import { CommandButton, ConfirmAction } from '../../components/buttons.tsx'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { showRefusal, useRefresh } from '../../components/commands.tsx'
import { Copyable, ShownOnce } from '../../components/copy.tsx'
import {
  beginPairing,
  type Books,
  booksQuery,
  booksSearch,
  bookTabs,
  type Bridge,
  settleFile,
} from './data.ts'
import { EnteredList, KnownList } from './known.tsx'
import { Waiting } from './waiting.tsx'
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

/** Settings for entering documents and for connecting a bridge. For owners. */
function BooksSettings({ books }: { books: Books }) {
  return (
    <Stack>
      <Connect hasBridge={books.bridges.length > 0} />
      <SectionCard title="How documents are entered">
        <SettingsForm settings={books.settings} />
      </SectionCard>
    </Stack>
  )
}

const choices = {
  invoice_as: {
    label: 'A bill',
    options: [
      ['accounting', 'As an accounting invoice', 'Amounts and taxes only: needs no stock items.'],
      ['items', 'With its items', 'Each line as a stock item, with its quantity and unit.'],
    ],
  },
  date_from: {
    label: 'The day of the voucher',
    options: [
      ['paper', 'The day on the paper', 'Keeps bills in the month that they belong to.'],
      ['today', 'The day of entering', 'The paper’s own day stands beside its number.'],
    ],
  },
  order_as: {
    label: 'An order of the web shop',
    options: [
      ['sales_order', 'As a sales order', 'Is no tax invoice yet.'],
      ['sales', 'As a sale', 'A tax invoice at once.'],
    ],
  },
  already_present: {
    label: 'A bill that somebody has typed into the books already',
    options: [
      ['ask', 'Ask', 'It waits here until somebody says what it is.'],
      ['acknowledge', 'Take it for entered', 'It counts as delivered, and is not entered again.'],
    ],
  },
  gst_scheme: {
    label: 'The shop’s own GST',
    options: [
      ['regular', 'Regular', 'Tax of bills is claimed, and tax of sales owed.'],
      [
        'composition',
        'Composition scheme',
        'Tax of bills is a part of what goods cost, and sales have none: one ledger for all rates.',
      ],
    ],
  },
} as const

const choiceNames = [
  'invoice_as',
  'date_from',
  'order_as',
  'already_present',
  'gst_scheme',
] as const

function SettingsForm({ settings }: { settings: Books['settings'] }) {
  const form = useForm({
    initialValues: { ...settings, gst_scheme: settings.gst_scheme ?? 'regular' },
  })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.books.settings.post({ settings: values })),
    done: () => 'From now on documents are entered like that.',
  })
  return (
    <PageForm sent={sent} action="Save">
      {choiceNames.map((name) => (
        <Radio.Group key={name} label={choices[name].label} {...form.getInputProps(name)}>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs" mt={6}>
            {choices[name].options.map(([value, label, description]) => (
              <Radio key={value} value={value} label={label} description={description} />
            ))}
          </SimpleGrid>
        </Radio.Group>
      ))}
      <Switch
        label="As optional vouchers"
        description="Drafts that Tally does not count until somebody makes them regular; in ERPNext what goes in is a draft anyhow."
        {...form.getInputProps('as_optional', { type: 'checkbox' })}
      />
    </PageForm>
  )
}

type Pairing = Awaited<ReturnType<typeof beginPairing>>

/** Connects a bridge to the accounts: commands, and the code for the bridge's keys. */
function Connect({ hasBridge }: { hasBridge: boolean }) {
  const [made, setMade] = useState<Pairing | null>(null)
  const refresh = useRefresh()
  const pair = useMutation({
    mutationFn: beginPairing,
    onSuccess: setMade,
    onError: (error) => showRefusal(error),
    onSettled: refresh,
  })
  return (
    <SectionCard
      title={hasBridge ? 'Connect another computer' : 'Connect Tally'}
      lead="A bridge is a part of Daybook that runs beside Tally, on the same computer or on another one of the network. It enters what waits, and says here what it could not."
    >
      <List type="ordered" size="sm" spacing={6} mb="md">
        <List.Item>
          In Tally, press F1 and choose Settings, Connectivity: it acts as “Both”, on port 9000.
          Open the company.
        </List.Item>
        <List.Item>Put the Daybook executable on the computer where Tally runs.</List.Item>
        <List.Item>
          Show the commands here, and run them there one after the other: the first asks for a code
          and pairs the company, the second enters documents for as long as it runs.
        </List.Item>
      </List>
      <OtherWay />
      <Button
        leftSection={<IconPlugConnected size={16} aria-hidden />}
        loading={pair.isPending}
        onClick={() => pair.mutate()}
      >
        Show the commands
      </Button>
      <ShownOnce
        of={made}
        title={() => 'Connect Tally'}
        warning="The first command asks for this code. The code works once and for 10 minutes; afterwards show the commands again for a new one."
        done="I have run the first command"
        onClose={() => setMade(null)}
      >
        {(pairing) => <Commands {...pairing} />}
      </ShownOnce>
    </SectionCard>
  )
}

function Commands({ code, expiresAt, pair: first, run, service }: Pairing) {
  return (
    <>
      <Copyable title="First, once" value={first} label="Copy the first command" />
      <Stack gap={4} align="center">
        <Code className="copyable" fz="xl">
          {code}
        </Code>
        <Text size="xs" c="dimmed">
          The code that it asks for, until <When at={expiresAt} />
        </Text>
      </Stack>
      <Copyable title="Then, for as long as it runs" value={run} label="Copy the second" />
      <Copyable
        title="Or, so that it starts with that computer"
        value={service}
        label="Copy the command that installs it"
      />
      <Text size="sm">
        Windows wants the last one in a terminal that was opened with “Run as administrator”.
      </Text>
      <Text size="sm">
        Read on in{' '}
        <Anchor href="/docs/connect-tally" target="_blank" rel="noreferrer" underline="always">
          Connect Tally in ten minutes
        </Anchor>
        .
      </Text>
    </>
  )
}

function OtherWay() {
  return (
    <Text size="sm" mb="md">
      Books in ERPNext, and files, are connected with the same code{' '}
      <Anchor
        inherit
        href="/docs/connect-erpnext"
        target="_blank"
        rel="noreferrer"
        underline="always"
      >
        by other commands
      </Anchor>
      .
    </Text>
  )
}
