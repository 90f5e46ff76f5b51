import { useForm } from '@mantine/form'
import { dayOf, endOfDay, startOfDay } from '../../components/days.ts'
import type { ImageChange } from '../../components/image-field.tsx'
import type { Offer, SentOffer } from './offers-query.ts'

/** `starts_at` and `ends_at` are days, such as 2027-03-31. */
type OfferValues = SentOffer & { image: ImageChange }

const emptyOffer: OfferValues = {
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
    initialValues: edited === null ? emptyOffer : valuesOf(edited),
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

/** A day that was not changed keeps its time of day, which an import may have set. */
export function sentOffer(values: SentOffer, edited: Offer | null): SentOffer {
  const { starts_at: start, ends_at: end } = values
  const [startsAt, endsAt] = [edited?.startsAt ?? null, edited?.endsAt ?? null]
  return {
    ...values,
    starts_at: start === null ? null : start === dayAt(startsAt) ? startsAt : startOfDay(start),
    ends_at: end === null ? null : end === dayAt(endsAt) ? endsAt : endOfDay(end),
  }
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

/** Where the browser is. */
function dayAt(time: string | null): string | null {
  return time === null ? null : dayOf(Date.parse(time))
}
