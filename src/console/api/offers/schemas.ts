import { Type } from '@sinclair/typebox'
import { absentOr, choiceField } from '../../../platform/http/fields.ts'
import { offerStates, ruleKinds } from '../../../services/storefront/service.ts'
import { imageField } from '../categories/schemas.ts'
import { textOf } from '../text-field.ts'

export const stateField = choiceField('state', {
  choices: offerStates,
  description: 'Only offers in this state.',
})

const time = absentOr(textOf('a time'), 'a time such as 2026-11-05T09:30:00Z, or null')

/** The names of a line of a file, so that a refusal names the field of the form. */
export const offerBody = Type.Object({
  title: textOf('a text'),
  subtitle: textOf('a text'),
  badge_text: textOf('a text'),
  rule_kind: Type.Unsafe<(typeof ruleKinds)[number]>({
    ...Type.Union(ruleKinds.map((kind) => Type.Literal(kind))),
    expected: `one of ${ruleKinds.join(', ')}`,
  }),
  rule_value: textOf('a text'),
  is_active: Type.Boolean({ expected: 'true or false' }),
  starts_at: time,
  ends_at: time,
  image: imageField,
})
