import { Group, Select, Switch, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { DayInput } from '../../components/day-inputs.tsx'
import { dayOf, endOfDay, startOfDay } from '../../components/days.ts'
import { ImageField, type ImageChange } from '../../components/image-field.tsx'
import { RecordDialog } from '../../components/record-form.tsx'
import { canPrice, ruleWords, saveOffer, type Offer, type SentOffer } from './data.ts'
import { ScopeFields } from './scope-fields.tsx'

type OfferFormProps = {
  /** Null for a new one; undefined while the form is closed. */
  edited: Offer | null | undefined
  onClose(): void
}

/** `starts_at` and `ends_at` are days, such as 2027-03-31. */
export type OfferValues = SentOffer & { image: ImageChange }

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
          value.trim() === '' && canPrice(kind) ? 'Say how much.' : null,
        targets: (targets, { applies_to: scope, rule_kind: kind }) =>
          targets.length === 0 && canPrice(kind) && (scope === 'categories' || scope === 'products')
            ? 'Choose at least one.'
            : null,
        ends_at: (end, { starts_at: start }) =>
          start !== null && end !== null && end < start
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

/** What can be said of an offer. */
function OfferFields({ form, edited }: OfferFieldsProps) {
  const rule = ruleWords[form.values.rule_kind]
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
        />
        <TextInput
          label={rule.value}
          placeholder={rule.example}
          maxLength={200}
          {...form.getInputProps('rule_value')}
        />
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

/** A day that was not changed keeps its time of day, which an import may have set. */
function sentOffer(values: SentOffer, edited: Offer | null): SentOffer {
  const { starts_at: start, ends_at: end } = values
  const [startsAt, endsAt] = [edited?.startsAt ?? null, edited?.endsAt ?? null]
  return {
    ...values,
    applies_to: canPrice(values.rule_kind) ? values.applies_to : null,
    starts_at: start === null ? null : start === dayAt(startsAt) ? startsAt : startOfDay(start),
    ends_at: end === null ? null : end === dayAt(endsAt) ? endsAt : endOfDay(end),
  }
}

/** Where the browser is. */
function dayAt(time: string | null): string | null {
  return time === null ? null : dayOf(Date.parse(time))
}
