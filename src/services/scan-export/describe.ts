import type { TSchema } from '@sinclair/typebox'
import { errorSchema } from './errors.ts'

type Description = {
  tag: string
  summary: string
  description: string
  answer: TSchema
  /** The status of a success: 200 unless the call creates something. */
  status?: 200 | 201
  ownerOnly?: boolean
  /** Statuses that this operation answers beside those that every operation does. */
  also?: readonly (403 | 409)[]
}

/** What a route declares for the document and the guard: its answer, and every status with its body. */
export function describe({ tag, summary, description, answer, ...rest }: Description) {
  const statuses = [400, 401, 405, 413, 429, 500, 503, 507, ...(rest.also ?? [])]
  return {
    detail: {
      tags: [tag],
      summary,
      description,
      ...(rest.ownerOnly === true ? { 'x-owner-only': true } : {}),
    },
    response: {
      [rest.status ?? 200]: answer,
      ...Object.fromEntries(statuses.map((status) => [status, errorSchema])),
    },
  }
}
