import { Alert, Button, Group, Radio, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { isNotEmpty, useForm } from '@mantine/form'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { useConfirm } from '../../components/commands.tsx'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NumberField, requireNumber, type TypedNumber } from '../../components/number-field.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { counted } from '../../components/values.tsx'
import { stateQuery } from '../../state.ts'
import { shopQuery, type Shop } from './data.ts'

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
