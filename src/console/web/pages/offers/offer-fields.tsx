import { Group, Select, Switch, TextInput } from '@mantine/core'
import { DayInput } from '../../components/day-inputs.tsx'
import { ImageField } from '../../components/image-field.tsx'
import { ruleWords } from './offer-words.ts'
import type { Offer } from './offers-query.ts'
import type { useOfferForm } from './use-offer-form.ts'

type OfferFieldsProps = { form: ReturnType<typeof useOfferForm>; edited: Offer | null }

/** What can be said of an offer. */
export function OfferFields({ form, edited }: OfferFieldsProps) {
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
