import { Radio, SimpleGrid, Stack, Switch, Anchor, Button, Code, List, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconPlugConnected } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { type Books, beginPairing } from './data.ts'
import { showRefusal, useRefresh } from '../../components/commands.tsx'
import { Copyable, ShownOnce } from '../../components/copy.tsx'
import { When } from '../../components/values.tsx'

/** Settings for entering documents and for connecting a bridge. For owners. */
export function BooksSettings({ books }: { books: Books }) {
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
export function Connect({ hasBridge }: { hasBridge: boolean }) {
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
