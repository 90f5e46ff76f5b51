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
    'Leases the items of this answer to you for so many seconds: nobody else gets them meanwhile. 0 leases nothing, and only says how many items others have leased. An extension of Daybook.',
})

const idField = textField('lease_id', {
  maxLength: 36,
  description:
    'With `lease`: the id for the lease, a new UUID each time. Store it before you call: if the answer gets lost, you can still give the lease back. An extension of Daybook.',
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

/** A HEAD request gets no lease, because its answer has no body to name it in. */
export function leaseAsked(request: Request, query: URLSearchParams): LeaseAsked {
  const [seconds, id] = [leaseField.read(query), leaseIdField.read(query)]
  const isNamed = query.has('lease')
  return { seconds: contextOf(request).isHead === true ? 0 : seconds, id, isNamed }
}

const leaseId = Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
  description: 'The id with which you extend the lease, or give it back.',
})

const fence = Type.Union([Type.Integer(), Type.Null()], {
  description: 'A number that rises with every lease. Send it back with the acknowledgement.',
})

const until = Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
  description: 'When the lease ends. Until then nobody else gets its items.',
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
        'How many more items wait that others have leased. They are not in this answer, and `waiting` does not count them.',
    }),
  ),
}

/** The fence in an acknowledgement. */
export const fenceField = Type.Optional(
  Type.Integer({
    description:
      'The fence of the lease under which you fetched it. If another worker got it since, the acknowledgement still counts, but it is flagged: it may be in your accounts twice.',
  }),
)

export const renewBody = (service: string) =>
  Type.Object(
    {
      seconds: Type.Integer({
        minimum: 0,
        maximum: leaseSecondsMax,
        description: 'How long the lease lasts from now on. 0 gives it back.',
      }),
    },
    { $id: `${service}.RenewLease`, examples: [{ seconds: 300 }] },
  )

export const leaseAnswer = (service: string) =>
  Type.Object(
    { lease_id: leaseId, fence, until },
    {
      $id: `${service}.Lease`,
      description: 'The lease after this call.',
      examples: [{ lease_id: exampleId, fence: 7, until: '2026-11-05T09:40:00.000Z' }],
    },
  )
