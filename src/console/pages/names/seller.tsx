import { EmptyState, Group, Skeleton, Stack, Text } from '@mantine/core'
import { IconBulb, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { api, ask } from '../../client.ts'
import { Loaded } from '../../components/loaded.tsx'
import { PageHeader, SectionCard } from '../../components/page-header.tsx'
import { counted, When } from '../../components/values.tsx'
import { useSignedIn } from '../../state.ts'
import { type Learnt, sellerQuery } from './data.ts'
import { fieldName, nameOfField } from '../../../paper/fields.ts'
import { ConfirmButton } from '../../components/buttons.tsx'

const trail = [{ to: '/vendors', label: 'Vendors' }] as const

const route = getRouteApi('/shell/vendors/$id')

/** A vendor, or a seller that is not in the list: what the seller's bills taught, under each GSTIN of the seller. */
export function VendorPage() {
  const { id } = route.useParams()
  const seller = useQuery(sellerQuery(id))
  return (
    <Loaded
      query={seller}
      header={<PageHeader title="Vendor" trail={trail} />}
      pending={<Skeleton height={240} aria-label="Loading" />}
    >
      {({ name, vendor, sellers }) => (
        <>
          <PageHeader title={name} trail={trail}>
            {vendor === null
              ? 'This seller is not in the list of vendors. This is how it prints its bills, as you showed Daybook.'
              : 'How this vendor prints its bills, as you showed Daybook. Its next bill is read so.'}
          </PageHeader>
          <Stack>
            {sellers.length === 0 && (
              <EmptyState
                icon={<IconBulb aria-hidden />}
                title="Nothing was learnt yet"
                description="When somebody corrects or confirms a bill of this vendor that Daybook read, what it teaches is shown here."
              />
            )}
            {sellers.map((learnt) => (
              <LearntCard key={learnt.id} learnt={learnt} />
            ))}
          </Stack>
        </>
      )}
    </Loaded>
  )
}

/** One learnt fact. `kind` and `key` tell the server which fact. */
type Thing = {
  kind: 'field' | 'column' | 'rate' | 'alias'
  key: string
  says: string
  times: number
  confirmedAt: string
}

function LearntCard({ learnt }: { learnt: Learnt }) {
  const { gstin, bills, confirmedAt, fields, columns, rates, aliases } = learnt
  const groups: { title: string; things: Thing[] }[] = [
    {
      title: 'On its bills',
      things: fields.map((one) => ({ ...one, kind: 'field', says: fieldWords(one) })),
    },
    {
      title: 'In its tables',
      things: columns.map((one) => ({
        ...one,
        kind: 'column',
        key: one.heading,
        says: columnWords(one),
      })),
    },
    {
      title: 'Its usual tax',
      things: rates.map((one) => ({
        ...one,
        kind: 'rate',
        key: `${one.pct}`,
        says: rateWords(one),
      })),
    },
    {
      title: 'What it calls your products',
      things: aliases.map((one) => ({ ...one, kind: 'alias', key: one.id, says: aliasWords(one) })),
    },
  ]
  const filled = groups.filter(({ things }) => things.length > 0)
  return (
    <SectionCard
      title={gstin === null ? 'Without a GSTIN' : `GSTIN ${gstin}`}
      lead={
        <>
          Learnt of {counted(bills, 'bill')} that somebody saved, last{' '}
          <When at={confirmedAt} dateOnly />.
        </>
      }
      aside={<ForgetAll learnt={learnt} />}
    >
      <Stack>
        {filled.length === 0 && (
          <Text size="sm" c="dimmed">
            Its bills were read as they are: there was nothing to learn.
          </Text>
        )}
        {filled.map(({ title, things }) => (
          <Stack key={title} gap={6}>
            <Text size="sm" fw={600}>
              {title}
            </Text>
            {things.map((thing) => (
              <ThingRow key={`${thing.kind} ${thing.key}`} sellerId={learnt.id} thing={thing} />
            ))}
          </Stack>
        ))}
      </Stack>
    </SectionCard>
  )
}

function ThingRow({ sellerId, thing }: { sellerId: string; thing: Thing }) {
  const isOwner = useSignedIn().user.role === 'owner'
  const { kind, key, says, times, confirmedAt } = thing
  const after =
    kind === 'alias'
      ? 'The alias goes from the list of product names, too: documents that say so keep what was read.'
      : 'Daybook reads the next bill without it, until somebody shows it again.'
  return (
    <Group justify="space-between" gap="sm" wrap="nowrap">
      <Stack gap={0} flex="1 1 auto" miw={0}>
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {says}
        </Text>
        <Text size="xs" c="dimmed">
          {counted(times, 'bill')}, last <When at={confirmedAt} dateOnly />
        </Text>
      </Stack>
      {isOwner && (
        <ConfirmButton
          icon={IconTrash}
          size="compact-sm"
          variant="subtle"
          flex="0 0 auto"
          aria-label={`Forget: ${says}`}
          confirmation={{
            title: 'Forget this?',
            children: `${says}. ${after}`,
            action: 'Forget it',
            done: 'It is forgotten.',
            run: () => ask(api.sellers({ id: sellerId }).forget.post({ kind, key })),
          }}
        >
          Forget
        </ConfirmButton>
      )}
    </Group>
  )
}

function ForgetAll({ learnt: { id, name, gstin } }: { learnt: Learnt }) {
  const isOwner = useSignedIn().user.role === 'owner'
  if (!isOwner) return null
  return (
    <ConfirmButton
      icon={IconTrash}
      variant="default"
      confirmation={{
        title: `Forget how ${name} prints its bills?`,
        children: `All that bills ${gstin === null ? 'without a GSTIN' : `of ${gstin}`} taught is forgotten, with the aliases of product names learnt of them. The bills stay.`,
        action: 'Forget all of it',
        done: `How ${name} prints its bills is forgotten.`,
        run: () => ask(api.sellers({ id })['forget-all'].post()),
      }}
    >
      Forget all…
    </ConfirmButton>
  )
}

/* A field that was learnt from a seller's bills. */

type Field = Learnt['fields'][number]

/** Says in words where a field stands on the bill. */
function fieldWords({ key, printed, words, above, below, shape }: Field): string {
  const name = fieldName(key)
  if (words !== null) return `${name}: “${words}” stands on each bill`
  if (printed !== '') return `“${printed}” is the ${inSentence(name)}`
  if (above !== null || below !== null) {
    return `${name} has no label: it stands ${between(above ?? '', below ?? '')}`
  }
  return `${name} has no label: it stands in one place, and looks like ${likeness(shape)}`
}

function columnWords({ printed, key }: Learnt['columns'][number]): string {
  return `The column “${printed}” is the ${inSentence(nameOfField('line', key) ?? key)}`
}

function rateWords({ pct }: Learnt['rates'][number]): string {
  return `${pct} % GST`
}

function aliasWords({ alias, name }: Learnt['aliases'][number]): string {
  return `“${alias}” is ${name}`
}

function between(above: string, below: string): string {
  const places = [
    above === '' ? '' : `below ${amountWords(above)}`,
    below === '' ? '' : `above ${amountWords(below)}`,
  ]
  return places.filter((place) => place !== '').join(' and ')
}

function amountWords(name: string): string {
  if (name === 'tax') return 'the tax'
  const known = nameOfField('head', name)
  return known === undefined ? `“${name}”` : `the ${inSentence(known)}`
}

/** "Bill number" → "bill number"; "HSN" and "CGST" stay. */
function inSentence(name: string): string {
  return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** An example of a shape: each `A` stands for a run of letters, each `9` for a run of digits. */
function likeness(shape: string): string {
  return shape.replaceAll('A', 'AB').replaceAll('9', '12')
}
