import { Type } from '@sinclair/typebox'
import { textField, wholeNumberField, type QueryField } from '../../platform/http/fields.ts'
import { contextOf } from '../../platform/http/request.ts'
import { isId } from '../../platform/ids.ts'
import { refused } from '../../platform/record/read.ts'
import type { Limit } from '../../platform/http/limits.ts'
import { leaseLifeSecondsMax, leaseSecondsMax } from './queries.ts'

const exampleId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'

const renewal = { call: 'POST leases', unit: 'seconds' } as const

/** The longest leases, as services publish their limits. */
export const leaseLimits: readonly Limit[] = [
  { ...renewal, name: 'seconds', minimum: 0, maximum: leaseSecondsMax },
  { ...renewal, name: 'lease in all', maximum: leaseLifeSecondsMax },
]

export const leaseField = wholeNumberField('lease', {
  minimum: 0,
  maximum: leaseSecondsMax,
  default: 0,
  description:
    'Seconds for which nobody else is given what this answer carries; 0 leases nothing, and says how many others hold. An extension of Daybook.',
})

const idField = textField('lease_id', {
  maxLength: 36,
  description:
    'With `lease`: an id that the lease shall have, a new one for each. Who notes it down before can give back what an answer that was lost holds. An extension of Daybook.',
})

export const leaseIdField: QueryField<string | undefined> = {
  ...idField,
  read(query) {
    const id = idField.read(query)
    if (id === undefined || isId(id)) return id?.toLowerCase()
    throw refused({ rule: 'other', allowed: 'a UUID', field: 'lease_id', got: id })
  },
}

/**
 * The requested lease: its length in seconds, 0 for none, and its id, if given. `isNamed`: the request has the parameter `lease`, so the
 * answer counts what others hold.
 */
export type LeaseAsked = { seconds: number; id: string | undefined; isNamed: boolean }

/** A HEAD request gets no lease, because its answer could not tell. */
export function leaseAsked(request: Request, query: URLSearchParams): LeaseAsked {
  const [seconds, id] = [leaseField.read(query), leaseIdField.read(query)]
  const isNamed = query.has('lease')
  return { seconds: contextOf(request).isHead === true ? 0 : seconds, id, isNamed }
}

const leaseId = Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
  description: 'To make it longer, or to give it back.',
})

const fence = Type.Union([Type.Integer(), Type.Null()], {
  description: 'Rises from lease to lease: send it back with the acknowledgement.',
})

const until = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'Until when nobody else is given it.',
})

/** Fields beside a list's items when the request has `lease`. null where there was nothing to lease. */
export const leaseFields = {
  lease_id: Type.Optional(leaseId),
  fence: Type.Optional(fence),
  until: Type.Optional(until),
  leased: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        'How many more wait that are leased already: they are in neither this answer nor `waiting`.',
    }),
  ),
}

/** The fence in an acknowledgement. */
export const fenceField = Type.Optional(
  Type.Integer({
    description:
      'The fence of the lease under which it was fetched. When somebody else was given it since, the acknowledgement counts and is flagged: it may be in the books twice.',
  }),
)

export const renewBody = (service: string) =>
  Type.Object(
    {
      seconds: Type.Integer({
        minimum: 0,
        maximum: leaseSecondsMax,
        description: 'From now on; 0 gives back what it holds.',
      }),
    },
    { $id: `${service}.RenewLease`, examples: [{ seconds: 300 }] },
  )

export const leaseAnswer = (service: string) =>
  Type.Object(
    { lease_id: leaseId, fence, until },
    {
      $id: `${service}.Lease`,
      description: 'The lease as it is now.',
      examples: [{ lease_id: exampleId, fence: 7, until: '2026-11-05T09:40:00.000Z' }],
    },
  )
