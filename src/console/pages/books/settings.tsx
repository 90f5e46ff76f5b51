import { Radio, SimpleGrid, Stack, Switch } from '@mantine/core'
import { useForm } from '@mantine/form'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { Connect } from './connect.tsx'
import type { Books } from './data.ts'

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
