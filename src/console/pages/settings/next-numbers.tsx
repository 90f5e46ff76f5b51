import { Skeleton, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { api, ask } from '../../client.ts'
import { PageForm, useSentForm } from '../../components/form.tsx'
import { Loaded } from '../../components/loaded.tsx'
import { NumberField } from '../../components/number-field.tsx'
import { SectionCard } from '../../components/page-header.tsx'
import { requireNumber, type TypedNumber } from '../../components/typed-number.ts'
import { numbersQuery, type NextNumber } from './data.ts'

/** The next numbers of papers, for a shop that wrote earlier papers of the year elsewhere. */
export function NextNumbersCard() {
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
