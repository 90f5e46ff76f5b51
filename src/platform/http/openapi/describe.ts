import type { TSchema } from '@sinclair/typebox'

type Description = {
  /** Every key of the service may call the operation, whatever its scopes. */
  isForEveryKey?: boolean
  /** Stable: generated clients name their methods after it. */
  operationId: string
  tag: string
  summary: string
  description: string
  answer: TSchema
  /** The route makes the whole Response itself, which nothing checks by `answer`. */
  sendsWhole?: boolean
  /** The scope that a key needs. */
  scope?: string
}

type ReadDescription = Description & {
  /** A key of another kind gets 403 here, even where no scope is needed. */
  hasForbidden?: boolean
  hasQuery?: boolean
  /** The operation can answer 404. */
  hasNotFound?: boolean
  /** Further refusals of the operation. */
  refusals?: readonly number[]
}

type WriteDescription = Description & {
  /** The status of a success: 200 unless the call creates something. */
  status?: 200 | 201
  ownerOnly?: boolean
  hasNotFound?: boolean
  /** The current state can refuse the call: 409. */
  hasConflict?: boolean
  /** Honours Idempotency-Key, and answers 409 when the key comes with another body. */
  idempotent?: boolean
  /** The body of a route that reads its body itself. Otherwise the route's own `body` is used. */
  requestBody?: { required: true; content: Record<string, { schema: TSchema }> }
}

const everywhere = [401, 404, 405, 429, 431, 500]

/**
 * What the routes of a service declare for the API document and the guard: the answer, and every status with its body.
 * `errorSchema` is the service's error shape.
 */
export function descriptions(errorSchema: TSchema) {
  const responses = (success: 200 | 201, answer: TSchema, refusals: readonly number[]) => ({
    [success]: answer,
    ...Object.fromEntries(refusals.map((status) => [status, errorSchema])),
  })
  return {
    describeRead(description: ReadDescription) {
      const { scope, hasQuery = false, hasNotFound = false } = description
      const { hasForbidden = scope !== undefined, refusals = [] } = description
      const statuses = [
        ...everywhere,
        ...refusals,
        ...(hasQuery ? [400] : []),
        ...(hasForbidden ? [403] : []),
        ...(hasNotFound ? [404] : []),
      ]
      return {
        detail: detailOf(description),
        response: responses(200, description.answer, statuses),
      }
    },
    describeWrite(description: WriteDescription) {
      const { scope, status = 200, ownerOnly = false, hasNotFound = false } = description
      const { hasConflict = false, idempotent = false, isForEveryKey, requestBody } = description
      const statuses = [
        400,
        ...everywhere,
        413,
        415,
        503,
        507,
        ...(ownerOnly || scope !== undefined || isForEveryKey ? [403] : []),
        ...(hasNotFound ? [404] : []),
        ...(idempotent || hasConflict ? [409] : []),
      ]
      return {
        detail: {
          ...detailOf(description),
          ...(ownerOnly ? { 'x-owner-only': true } : {}),
          ...(idempotent ? { 'x-idempotent': true } : {}),
          ...(requestBody === undefined ? {} : { requestBody }),
        },
        response: responses(status, description.answer, statuses),
      }
    },
  }
}

function detailOf(declared: Description) {
  const { operationId, tag, summary, description, scope } = declared
  const { isForEveryKey = false, sendsWhole = false } = declared
  return {
    operationId,
    tags: [tag],
    summary,
    ...(isForEveryKey ? { 'x-every-key': true } : {}),
    ...(sendsWhole ? { 'x-sends-whole': true } : {}),
    ...(scope === undefined
      ? { description }
      : { description: `${description} Needs the scope \`${scope}\`.`, 'x-scope': scope }),
  }
}
