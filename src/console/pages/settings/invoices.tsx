import { Group, Select, Skeleton, Stack, Switch, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '@tabler/icons-react'
import { gstStates } from '../../../platform/gst/rates-and-states.ts'
import { api, ask } from '../../client.ts'
import { IconButton } from '../../components/buttons.tsx'
import { useCommand, useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { counted } from '../../components/values.tsx'
import { customersQuery } from '../customers/data.ts'
import {
  invoiceSettingsQuery,
  type InvoiceSettings,
  numbersQuery,
  type NextNumber,
} from './data.ts'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'

/** The shop's details on invoices, and whether customers are remembered. */
export function InvoicesSection() {
  const settings = useQuery(invoiceSettingsQuery)
  return (
    <Stack gap="lg" maw={760}>
      <SectionCard
        title="On invoices"
        lead="Invoices that were made keep what they said. Name and GSTIN of the shop stand under Shop."
      >
        <Loaded query={settings} pending={<Skeleton height={480} />}>
          {(data) => <InvoicesForm settings={data} />}
        </Loaded>
      </SectionCard>
      <NextNumbersCard />
      <CustomersCard />
    </Stack>
  )
}

function InvoicesForm({ settings }: { settings: InvoiceSettings }) {
  const { gstin, stateCode, ...initialValues } = settings
  const form = useForm({ initialValues })
  const sent = useSentForm({
    form,
    send: (seller) => ask(api.settings.invoices.post({ seller })),
    onDone({ gstin: _gstin, stateCode: _code, ...saved }) {
      form.setValues(saved)
      form.resetDirty(saved)
    },
    done: () => 'Saved. It counts from the next invoice on.',
  })
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <TextInput
        label="Legal name (when it is not the shop's name)"
        maxLength={200}
        {...form.getInputProps('legalName')}
      />
      <Textarea
        label="Address"
        autosize
        minRows={2}
        maxLength={500}
        {...form.getInputProps('address')}
      />
      {gstin === null ? (
        <Select
          label="State"
          data={[...gstStates.values()]}
          searchable
          clearable
          {...form.getInputProps('state')}
          onChange={(state) => form.setFieldValue('state', state ?? '')}
        />
      ) : (
        <Text size="sm">
          GSTIN {gstin}, {gstStates.get(stateCode) ?? 'outside of all states'}
        </Text>
      )}
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput label="Phone" maxLength={200} {...form.getInputProps('phone')} />
        <TextInput label="E-mail" maxLength={200} {...form.getInputProps('email')} />
      </Group>
      <RuleFields form={form} prefix={form.values.prefix} />
      <PaymentFields form={form} />
      <Textarea
        label="Terms at the end (optional)"
        autosize
        minRows={2}
        maxLength={1000}
        {...form.getInputProps('terms')}
      />
    </PageForm>
  )
}

type FormProps = { form: { getInputProps(field: string, options?: { type: 'checkbox' }): object } }

/** The kinds of papers, their numbers and their rounding. */
function RuleFields({ form, prefix }: FormProps & { prefix: string }) {
  return (
    <>
      <Switch
        label="Composition scheme"
        description="Then bills of supply are made, which name no tax."
        {...form.getInputProps('isComposition', { type: 'checkbox' })}
      />
      <TextInput
        label="Before the number"
        description={`At most 3 capital letters or digits: ${numberLike(prefix)}. The number goes on from the last one, each financial year from 1.`}
        maxLength={3}
        {...form.getInputProps('prefix')}
      />
      <TextInput
        label="Before the number of credit notes"
        description="Likewise, and another one: credit notes are a series of their own."
        maxLength={3}
        {...form.getInputProps('creditPrefix')}
      />
      <Switch
        label="Round to whole rupees"
        description="The invoice says the round-off; the order keeps its exact total."
        {...form.getInputProps('roundsOff', { type: 'checkbox' })}
      />
    </>
  )
}

/** How customers pay. */
function PaymentFields({ form }: FormProps) {
  return (
    <>
      <TextInput
        label="UPI ID (optional)"
        description="Invoices then have a QR code that says the amount."
        placeholder="shop@okbank"
        maxLength={200}
        {...form.getInputProps('upiId')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput label="Bank and branch" maxLength={200} {...form.getInputProps('bank')} />
        <TextInput label="Account number" maxLength={200} {...form.getInputProps('account')} />
        <TextInput label="IFSC" maxLength={200} {...form.getInputProps('ifsc')} />
      </Group>
    </>
  )
}

function numberLike(prefix: string): string {
  return `${prefix === '' ? '' : `${prefix}/`}26-27/00001`
}

/** Whether customers who agree are remembered, and a button that forgets all of them. */
function CustomersCard() {
  const customers = useQuery(customersQuery({}))
  const confirm = useConfirm()
  const { mutate, isPending } = useCommand({
    run: (remember: boolean) => ask(api.settings.customers.post({ remember })),
    done: ({ remember }) =>
      remember
        ? 'Customers who agree are remembered.'
        : 'Nobody is remembered or proposed any more.',
  })
  const { total = 0, isRemembering = true } = customers.data ?? {}
  const forgetAll = () =>
    confirm({
      title: `Forget ${counted(total, 'customer')}?`,
      children:
        'Names, numbers and addresses are deleted from the list. Orders keep what they say.',
      action: 'Forget all',
      done: 'All customers are forgotten.',
      run: () => ask(api.customers['forget-all'].post()),
    })
  return (
    <SectionCard
      title="Customers"
      lead="Who agrees when an order is entered is remembered by the phone number, until three years after the last order."
    >
      <Stack align="flex-start">
        <Switch
          label="Remember customers who agree"
          checked={isRemembering}
          disabled={isPending || customers.data === undefined}
          onChange={({ currentTarget }) => mutate(currentTarget.checked)}
        />
        <IconButton variant="default" icon={IconTrash} disabled={total === 0} onClick={forgetAll}>
          Forget all…
        </IconButton>
      </Stack>
    </SectionCard>
  )
}

/** The next numbers of papers, for a shop that wrote earlier papers of the year elsewhere. */
function NextNumbersCard() {
  const numbers = useQuery(numbersQuery)
  return (
    <SectionCard
      title="Next numbers"
      lead="If you wrote invoices of this financial year elsewhere, go on behind your last number. A number is never given twice."
    >
      <Loaded query={numbers} pending={<Skeleton height={160} />}>
        {({ items }) => (
          <Stack>
            {items.map((next) => (
              <NextNumberForm key={`${next.series} ${next.running}`} next={next} />
            ))}
          </Stack>
        )}
      </Loaded>
    </SectionCard>
  )
}

const names = { invoice: 'Next invoice', 'credit note': 'Next credit note' } as const

function NextNumberForm({ next: { series, running, number } }: { next: NextNumber }) {
  const form = useForm<{ running: TypedNumber }>({
    name: series.replace(' ', '-'),
    initialValues: { running },
    validate: { running: (value) => (value === '' ? 'Give a number.' : null) },
  })
  const { running: typed } = form.values
  const sent = useSentForm({
    form,
    send: (values) =>
      ask(api.settings.invoices.numbers.post({ series, running: requireNumber(values.running) })),
    done: () => 'Saved. The numbers go on there.',
  })
  return (
    <PageForm
      sent={sent}
      action={`Set the ${names[series].toLowerCase()}`}
      isDisabled={!form.isDirty()}
    >
      <NumberField
        kind="count"
        label={names[series]}
        description={`It would be ${withCount(number, typeof typed === 'number' ? typed : running)}.`}
        min={1}
        maw={240}
        {...form.getInputProps('running')}
      />
    </PageForm>
  )
}

/** A number of the same series. The counter is at the end of the number. */
function withCount(number: string, count: number): string {
  return number.replace(/\d+$/, (digits) => String(count).padStart(digits.length, '0'))
}
