import { Group, Select, Switch, TextInput, MultiSelect } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ruleKinds } from '../../../services/storefront/display/record.ts'
import { DayInput, requireDay, type TypedDay } from '../../components/day-inputs.tsx'
import { dayOf, endOfDay, startOfDay } from '../../components/days.ts'
import { ImageField, type ImageChange } from '../../components/image-field.tsx'
import {
  NumberField,
  isUnread,
  readNumber,
  type NumberKind,
  type TypedNumber,
  type Unread,
} from '../../components/number-field.tsx'
import { RecordDialog } from '../../components/record-form.tsx'
import {
  canPrice,
  ruleWords,
  saveOffer,
  type Offer,
  type SentOffer,
  scopeWords,
  targetsQuery,
  type Target,
} from './data.ts'

type OfferFormProps = {
  /** Null for a new offer. Undefined while the form is closed. */
  edited: Offer | null | undefined
  onClose(): void
}

/** `rule_value` is a number if the rule's value is a number, else text. */
type OfferValues = Omit<SentOffer, 'rule_value' | 'starts_at' | 'ends_at'> & {
  rule_value: string | number | Unread
  starts_at: TypedDay
  ends_at: TypedDay
  image: ImageChange
}

export function OfferForm({ edited, onClose }: OfferFormProps) {
  return (
    <RecordDialog<Offer, OfferValues>
      noun="offer"
      size="lg"
      edited={edited}
      nameOf={({ title }) => title}
      valuesOf={(offer) => (offer === null ? emptyOffer : valuesOf(offer))}
      validate={{
        title: (title) => (title.trim() === '' ? 'Give the offer a title.' : null),
        rule_value: (value, { rule_kind: kind }) =>
          value === '' && canPrice(kind) ? 'Say how much.' : null,
        targets: (targets, { applies_to: scope, rule_kind: kind }) =>
          targets.length === 0 && canPrice(kind) && (scope === 'categories' || scope === 'products')
            ? 'Choose at least one.'
            : null,
        ends_at: (end, { starts_at: start }) =>
          typeof start === 'string' && typeof end === 'string' && end < start
            ? 'The last day is before the first one.'
            : null,
      }}
      save={({ image, ...values }, offer) => saveOffer(offer?.id, sentOffer(values, offer), image)}
      onClose={onClose}
    >
      {(form, offer) => <OfferFields form={form} edited={offer} />}
    </RecordDialog>
  )
}

type OfferFieldsProps = { form: UseFormReturnType<OfferValues>; edited: Offer | null }

/** The fields of an offer. */
function OfferFields({ form, edited }: OfferFieldsProps) {
  return (
    <>
      <TextInput
        label="Title"
        placeholder="Monsoon sale"
        data-autofocus
        autoFocus
        maxLength={200}
        {...form.getInputProps('title')}
      />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <TextInput
          label="Line below it (optional)"
          placeholder="On all rice and atta"
          maxLength={500}
          {...form.getInputProps('subtitle')}
        />
        <TextInput
          label="Badge on its image (optional)"
          placeholder="10% OFF"
          maxLength={60}
          {...form.getInputProps('badge_text')}
        />
      </Group>
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <Select
          label="What it gives"
          data={Object.entries(ruleWords).map(([value, { label }]) => ({ value, label }))}
          allowDeselect={false}
          {...form.getInputProps('rule_kind')}
          onChange={(chosen) => changeKind(form, chosen)}
        />
        <RuleValue form={form} />
      </Group>
      <ScopeFields form={form} known={edited?.targets ?? []} />
      <Group grow align="flex-start" preventGrowOverflow={false}>
        <DayInput label="First day (optional)" {...form.getInputProps('starts_at')} />
        <DayInput label="Last day (optional)" {...form.getInputProps('ends_at')} />
      </Group>
      <Switch
        label="Shown to customers"
        description="Between its days; without days, always."
        {...form.getInputProps('is_active', { type: 'checkbox' })}
      />
      <ImageField
        current={edited?.image ?? edited?.imageElsewhere ?? null}
        {...form.getInputProps('image')}
      />
    </>
  )
}

type Form = UseFormReturnType<OfferValues>

const numberKinds: { readonly [Kind in Offer['ruleKind']]?: NumberKind } = {
  percentage: 'rate',
  flat: 'amount',
}

/** The field for the value of the rule. */
function RuleValue({ form }: { form: Form }) {
  const { rule_kind: kind, rule_value: value } = form.values
  const { value: label, example: placeholder } = ruleWords[kind]
  const numberKind = numberKinds[kind]
  const field = { label, placeholder, ...form.getInputProps('rule_value') }
  if (numberKind === undefined)
    return <TextInput {...field} maxLength={200} value={textOf(value)} />
  return <NumberField kind={numberKind} {...field} value={valueFor(kind, value)} />
}

function changeKind(form: Form, chosen: string | null): void {
  const kind = ruleKinds.find((one) => one === chosen)
  if (kind === undefined) return
  form.setFieldValue('rule_kind', kind)
  const { rule_value: value } = form.getValues()
  form.setFieldValue('rule_value', kind in numberKinds ? valueFor(kind, value) : textOf(value))
}

/** Reads a value of another rule, or of a file, as a number for this kind of rule. */
function valueFor(kind: Offer['ruleKind'], value: OfferValues['rule_value']): TypedNumber {
  if (typeof value === 'number') return value
  return readNumber(textOf(value), numberKinds[kind] ?? 'count')
}

function textOf(value: OfferValues['rule_value']): string {
  return isUnread(value) ? value.unread : String(value)
}

const emptyOffer: OfferValues = {
  title: '',
  subtitle: '',
  badge_text: '',
  rule_kind: 'percentage',
  rule_value: '',
  applies_to: null,
  targets: [],
  is_active: true,
  starts_at: null,
  ends_at: null,
  image: undefined,
}

function valuesOf(offer: Offer): OfferValues {
  return {
    title: offer.title,
    subtitle: offer.subtitle,
    badge_text: offer.badgeText,
    rule_kind: offer.ruleKind,
    rule_value: offer.ruleValue,
    applies_to: offer.appliesTo,
    targets: offer.targets.map(({ name }) => name),
    is_active: offer.isActive,
    starts_at: dayAt(offer.startsAt),
    ends_at: dayAt(offer.endsAt),
    image: undefined,
  }
}

/** A day that nobody changed keeps its time of day: an import may have set the time. */
function sentOffer(values: Omit<OfferValues, 'image'>, edited: Offer | null): SentOffer {
  const [start, end] = [requireDay(values.starts_at), requireDay(values.ends_at)]
  const [startsAt, endsAt] = [edited?.startsAt ?? null, edited?.endsAt ?? null]
  return {
    ...values,
    rule_value: textOf(values.rule_value),
    applies_to: canPrice(values.rule_kind) ? values.applies_to : null,
    starts_at: start === null ? null : start === dayAt(startsAt) ? startsAt : startOfDay(start),
    ends_at: end === null ? null : end === dayAt(endsAt) ? endsAt : endOfDay(end),
  }
}

/** The day in the browser's time zone. */
function dayAt(time: string | null): string | null {
  return time === null ? null : dayOf(Date.parse(time))
}

/** The pause in typing before the search, in milliseconds. */
const pauseMs = 200

const announcedOnly = 'announced'

type ScopeFieldsProps = {
  form: UseFormReturnType<OfferValues>
  /** The targets that the offer has already, with their titles. */
  known: readonly Target[]
}

/** What an offer makes cheaper: nothing, everything, categories or products. */
function ScopeFields({ form, known }: ScopeFieldsProps) {
  const { applies_to: scope, rule_kind: kind } = form.values
  const choose = (chosen: string | null) => {
    const scopes = ['everything', 'categories', 'products'] as const
    form.setFieldValue('applies_to', scopes.find((one) => one === chosen) ?? null)
    form.setFieldValue('targets', [])
  }
  const isPricing = canPrice(kind)
  return (
    <Group grow align="flex-start" preventGrowOverflow={false}>
      <Select
        label="Makes cheaper"
        description={
          isPricing
            ? 'The web shop and new orders count with it.'
            : 'Only a percentage or an amount makes prices.'
        }
        data={[
          { value: announcedOnly, label: 'Nothing, it is only announced' },
          ...Object.entries(scopeWords).map(([value, label]) => ({ value, label })),
        ]}
        allowDeselect={false}
        disabled={!isPricing}
        value={isPricing ? (scope ?? announcedOnly) : announcedOnly}
        onChange={choose}
      />
      {isPricing && scope === 'categories' && <CategoriesField form={form} />}
      {isPricing && scope === 'products' && <ProductsField form={form} known={known} />}
    </Group>
  )
}

function CategoriesField({ form }: Pick<ScopeFieldsProps, 'form'>) {
  const found = useQuery(targetsQuery(''))
  return (
    <MultiSelect
      label="Which categories"
      description="All products in them."
      data={(found.data?.categories ?? []).map(choiceOf)}
      searchable
      {...form.getInputProps('targets')}
    />
  )
}

function ProductsField({ form, known }: ScopeFieldsProps) {
  const [search, setSearch] = useState('')
  const [paused] = useDebouncedValue(search.trim(), pauseMs)
  const found = useQuery(targetsQuery(paused))
  // A chosen product keeps its title while the user searches for another.
  const [seen, setSeen] = useState<readonly Target[]>(known)
  const offered = new Map([...seen, ...(found.data?.products ?? [])].map((one) => [one.name, one]))
  const { onChange, ...input } = form.getInputProps('targets')
  return (
    <MultiSelect
      label="Which products"
      description="By name or SKU; with all their variants."
      data={[...offered.values()].map(choiceOf)}
      searchable
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage="No product is called that."
      {...input}
      onChange={(chosen: string[]) => {
        setSeen([...offered.values()].filter(({ name }) => chosen.includes(name)))
        onChange(chosen)
      }}
    />
  )
}

function choiceOf({ name, title }: Target) {
  return { value: name, label: title }
}
