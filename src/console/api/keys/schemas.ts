import { Type } from '@sinclair/typebox'
import { services, storefrontScopes, type Scope, type Service } from '../../../accounts/scopes.ts'
import { absentOr, choiceField } from '../../../platform/http/fields.ts'
import { textOf } from '../text-field.ts'

/** Calls a minute. */
export const rateMax = 999_999
const overlapHoursMax = 30 * 24

const scopeNames = Object.keys(storefrontScopes).join(', ')

const scope = Type.Unsafe<Scope>({
  ...Type.Union(Object.keys(storefrontScopes).map((name) => Type.Literal(name))),
  expected: `one of ${scopeNames}`,
})

/** A day, which counts to its end, or a time. */
const endTime = absentOr(textOf('a day such as 2027-03-31'), 'a day such as 2027-03-31')

export const stateField = choiceField('state', {
  choices: ['active', 'ended'],
  description: 'Only keys that work, or only those that do not any more.',
})

export const createKeyBody = Type.Object({
  name: textOf('a text'),
  service: Type.Unsafe<Service>({
    ...Type.Union(services.map((name) => Type.Literal(name))),
    expected: `one of ${services.join(', ')}`,
  }),
  scopes: absentOr(Type.Array(scope, { maxItems: 20 }), `a list of ${scopeNames}`),
  allUsers: absentOr(Type.Boolean(), 'true or false'),
  expiresAt: endTime,
  ratePerMinute: absentOr(
    Type.Integer({ minimum: 1, maximum: rateMax }),
    `a whole number from 1 to ${rateMax}`,
  ),
})

export const rotateKeyBody = Type.Object({
  /** How long the old key goes on working; 0 ends it at once. */
  oldEndsAfterHours: Type.Integer({
    minimum: 0,
    maximum: overlapHoursMax,
    expected: `a whole number from 0 to ${overlapHoursMax}`,
  }),
  expiresAt: endTime,
})
