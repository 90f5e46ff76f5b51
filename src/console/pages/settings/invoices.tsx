import {
  Group,
  Select,
  Skeleton,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
  Alert,
  Button,
  Radio,
} from '@mantine/core'
import { useForm, isNotEmpty } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
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
  shopQuery,
  type Shop,
} from './data.ts'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { useRouter } from '@tanstack/react-router'
import { stateQuery } from '../../state.ts'

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

/** The shop's own details, and its rule for duplicates. */
export function ShopSection() {
  const shop = useQuery(shopQuery)
  return (
    <Loaded query={shop} pending={<Skeleton height={240} />}>
      {(data) => (
        <Stack gap="lg" maw={760}>
          <SectionCard title="Your shop" lead="The name stands at the top of every page.">
            <OrganisationForm shop={data} />
          </SectionCard>
          <SectionCard
            title="What counts as a duplicate"
            lead="Of documents that count as the same paper, only the oldest is delivered to your accounting software. The others wait, and are compared with it under Documents, Duplicates: the same paper is delivered once, different papers are both delivered."
          >
            <DuplicatesForm shop={data} />
          </SectionCard>
          <SectionCard
            title="What is proposed"
            lead="Who types a bill in is offered sellers and items as earlier bills had them, with the rate paid last. It is kept when the bills are deleted."
          >
            <Learnt shop={data} />
          </SectionCard>
          <SectionCard
            title="Room on the disk"
            lead="No program and no user can fill the disk: the files of one API key, and those of one user who is no owner, may take only a part of the room that is free. Your own uploads are not limited."
          >
            <DiskShareForm shop={data} />
          </SectionCard>
        </Stack>
      )}
    </Loaded>
  )
}

function Learnt({ shop: { learnt } }: { shop: Shop }) {
  const confirm = useConfirm()
  const forget = () =>
    confirm({
      title: 'Forget what was learnt of bills?',
      children:
        'Sellers and items are not proposed any more until new bills are saved, and what you showed Daybook on bills it asks for again. Aliases that you gave products on bills go with it; vendors, product names and the bills themselves stay.',
      action: 'Forget it',
      done: 'What was learnt of bills is forgotten.',
      run: () => ask(api.settings.proposals.forget.post()),
    })
  return (
    <Group justify="space-between">
      <Text size="sm">
        {counted(learnt.sellers, 'seller')} and {counted(learnt.items, 'item')} are kept to be
        proposed, and how {counted(learnt.habits, 'seller')}{' '}
        {learnt.habits === 1 ? 'prints its' : 'print their'} bills.
      </Text>
      <Button variant="default" disabled={learnt.sellers + learnt.habits === 0} onClick={forget}>
        Forget them…
      </Button>
    </Group>
  )
}

function OrganisationForm({ shop }: { shop: Shop }) {
  const client = useQueryClient()
  const router = useRouter()
  const form = useForm({
    initialValues: { name: shop.name, gstin: shop.gstin ?? '' },
    validate: { name: isNotEmpty('Enter the name of the shop.') },
  })
  const sent = useSentForm({
    form,
    send: ({ name, gstin }) =>
      ask(
        api.settings.organisation.post({ name, gstin: gstin.trim() === '' ? null : gstin.trim() }),
      ),
    async onDone(saved) {
      const values = { name: saved.name, gstin: saved.gstin ?? '' }
      form.setValues(values)
      form.resetDirty(values)
      client.removeQueries(stateQuery)
      await router.invalidate()
    },
    done: () => 'Saved.',
  })
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <TextInput
        label="Name of the shop"
        autoComplete="organization"
        {...form.getInputProps('name')}
      />
      <TextInput
        label="GSTIN (optional)"
        description="15 characters, as on your invoices."
        autoCapitalize="characters"
        spellCheck={false}
        {...form.getInputProps('gstin')}
      />
    </PageForm>
  )
}

function DuplicatesForm({ shop }: { shop: Shop }) {
  const form = useForm({ initialValues: { duplicatesBy: shop.duplicatesBy } })
  const sent = useSentForm({
    form,
    send: (values) => ask(api.settings.duplicates.post(values)),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Saved. The next fetch goes by it.',
  })
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <Radio.Group
        label="Two documents that wait are the same paper when they have"
        {...form.getInputProps('duplicatesBy')}
      >
        <Stack gap="sm" mt="xs">
          <Radio
            value="invoice_no"
            label="the same invoice number"
            description="Also finds a second copy on which the seller was read differently. Two suppliers that both have a bill “12” look like one."
          />
          <Radio
            value="invoice_no_and_seller"
            label="the same invoice number and the same seller"
            description="Right when your suppliers use simple numbers: under GST a number is unique only within one supplier and year."
          />
        </Stack>
      </Radio.Group>
      {form.isDirty() && (
        <Alert color="yellow">
          {form.values.duplicatesBy === 'invoice_no_and_seller'
            ? 'Documents that are hidden now because another seller has the same number come with the next fetch.'
            : 'Documents with the same number from other sellers are hidden from the next fetch on.'}
        </Alert>
      )}
    </PageForm>
  )
}

function DiskShareForm({ shop }: { shop: Shop }) {
  const form = useForm<{ percent: TypedNumber }>({
    initialValues: { percent: shop.diskSharePercent },
    validate: { percent: isNotEmpty('Enter a number from 1 to 100.') },
  })
  const sent = useSentForm({
    form,
    send: ({ percent }) =>
      ask(api.settings['disk-share'].post({ percent: requireNumber(percent) })),
    onDone: (_, values) => form.resetDirty(values),
    done: () => 'Saved. It counts from now on.',
  })
  return (
    <PageForm sent={sent} action="Save" isDisabled={!form.isDirty()}>
      <NumberField
        kind="count"
        label="Largest part, in per cent"
        min={1}
        max={100}
        {...form.getInputProps('percent')}
      />
    </PageForm>
  )
}
