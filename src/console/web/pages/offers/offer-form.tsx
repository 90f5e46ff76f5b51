import { Button, Group, Modal, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { dayOf, endOfDay, startOfDay } from '../../parts/days.ts'
import type { ImageChange } from '../../parts/image-field.tsx'
import { FormRefusal, useSentForm } from '../../parts/use-sent-form.tsx'
import { OfferFields } from './offer-fields.tsx'
import { allOffers, saveOffer, type Offer, type SentOffer } from './offers-query.ts'

type OfferFormProps = {
  /** Null for a new one; undefined while the form is closed. */
  edited: Offer | null | undefined
  onClose(): void
}

export function OfferForm({ edited, onClose }: OfferFormProps) {
  return (
    <Modal
      opened={edited !== undefined}
      onClose={onClose}
      title={edited ? `Offer “${edited.title}”` : 'New offer'}
      size="lg"
    >
      {edited !== undefined && <Fields edited={edited} onClose={onClose} />}
    </Modal>
  )
}

/** `starts_at` and `ends_at` are days, such as 2027-03-31. */
export type OfferValues = SentOffer & { image: ImageChange }

const untold: OfferValues = {
  title: '',
  subtitle: '',
  badge_text: '',
  rule_kind: 'percentage',
  rule_value: '',
  is_active: true,
  starts_at: null,
  ends_at: null,
  image: undefined,
}

export function useOfferForm(edited: Offer | null) {
  return useForm<OfferValues>({
    initialValues: edited === null ? untold : valuesOf(edited),
    validate: {
      title: (title) => (title.trim() === '' ? 'Give the offer a title.' : null),
      rule_value: (value, { rule_kind: kind }) =>
        value.trim() === '' && ['percentage', 'flat'].includes(kind) ? 'Say how much.' : null,
      ends_at: (end, { starts_at: start }) =>
        start !== null && end !== null && end < start
          ? 'The last day is before the first one.'
          : null,
    },
  })
}

function Fields({ edited, onClose }: { edited: Offer | null; onClose(): void }) {
  const client = useQueryClient()
  const form = useOfferForm(edited)
  const { submit, isSending, refusal } = useSentForm({
    form,
    send: ({ image, ...values }) => saveOffer(edited?.id, sentOf(values, edited), image),
    async onDone(_, { title }) {
      onClose()
      notifications.show({
        message: `The offer “${title.trim()}” is ${edited === null ? 'added' : 'saved'}.`,
      })
      await client.invalidateQueries({ queryKey: allOffers })
    },
  })
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <FormRefusal>{refusal}</FormRefusal>
        <OfferFields form={form} edited={edited} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSending}>
            {edited === null ? 'Add the offer' : 'Save'}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function valuesOf(offer: Offer): OfferValues {
  return {
    title: offer.title,
    subtitle: offer.subtitle,
    badge_text: offer.badgeText,
    rule_kind: offer.ruleKind,
    rule_value: offer.ruleValue,
    is_active: offer.isActive,
    starts_at: dayAt(offer.startsAt),
    ends_at: dayAt(offer.endsAt),
    image: undefined,
  }
}

/** A day that was not changed keeps its time of day, which an import may have set. */
function sentOf(values: SentOffer, edited: Offer | null): SentOffer {
  const { starts_at: start, ends_at: end } = values
  const [startsAt, endsAt] = [edited?.startsAt ?? null, edited?.endsAt ?? null]
  return {
    ...values,
    starts_at: start === null ? null : start === dayAt(startsAt) ? startsAt : startOfDay(start),
    ends_at: end === null ? null : end === dayAt(endsAt) ? endsAt : endOfDay(end),
  }
}

/** Where the browser is. */
function dayAt(time: string | null): string | null {
  return time === null ? null : dayOf(Date.parse(time))
}
