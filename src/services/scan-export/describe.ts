import type { TSchema } from '@sinclair/typebox'
import type { ApiAbout } from '../../platform/http/openapi.ts'
import { errorSchema } from './errors.ts'

/** What the API document says about the service as a whole. */
export const scanExportAbout: ApiAbout = {
  title: 'Daybook scan export',
  description: `Hands scanned documents over to an accounting or ERP system as JSON, and keeps the vendor and product lists.

Fetch the unsynced scans, import the \`data\` of each into your own system, then mark the ones that went in as synced: they are not delivered again. Repeat this on a schedule, for example every 5 minutes.

- Send a scan-export key with every call: \`Authorization: Bearer KEY\`, or \`x-api-key: KEY\` from a client that cannot send the first. When both come, Bearer decides.
- An error is \`{ "error": "…" }\`: one sentence that names the field, what was wrong and what is allowed.
- Every call is safe to repeat; send \`Idempotency-Key\` with the one that takes documents in, so that a repeat brings them in once.
- Unknown query parameters and unknown fields are ignored. A path that does not exist answers 404, a method that a path does not have answers 405 with \`Allow\`, both with the same error body.
- Documents and scans are kept 30 days, synced or not.`,
  tags: [
    { name: 'Scans', description: 'Fetch what waits, acknowledge it, bring documents in.' },
    { name: 'Vendors', description: 'Canonical vendor names with their aliases.' },
    { name: 'Products', description: 'Canonical product names with their aliases.' },
  ],
  keyHeader: 'x-api-key',
}

type Description = {
  /** Stable: generated clients name their methods after it. */
  operationId: string
  tag: string
  summary: string
  description: string
  answer: TSchema
}

type WriteDescription = Description & {
  /** The status of a success: 200 unless the call creates something. */
  status?: 200 | 201
  ownerOnly?: boolean
  /** Honours Idempotency-Key, and answers 409 when it comes with another body. */
  idempotent?: boolean
  /** The body of a route that reads it itself; else the route's own `body` is taken. */
  requestBody?: { required: true; content: Record<string, { schema: TSchema }> }
}

const everywhere = [401, 429, 500]

/** What a GET declares for the document and the guard: its answer, and every status with its body. */
export function describeRead(description: Description & { hasQuery?: boolean }) {
  const statuses = description.hasQuery === true ? [400, ...everywhere] : everywhere
  return { detail: detailOf(description), response: responses(200, description.answer, statuses) }
}

/** Likewise for a POST. */
export function describeWrite(description: WriteDescription) {
  const { status = 200, ownerOnly = false, idempotent = false, requestBody } = description
  const statuses = [400, ...everywhere, 413, 503, 507]
  if (ownerOnly) statuses.push(403)
  if (idempotent) statuses.push(409)
  return {
    detail: {
      ...detailOf(description),
      ...(ownerOnly ? { 'x-owner-only': true } : {}),
      ...(idempotent ? { 'x-idempotent': true } : {}),
      ...(requestBody === undefined ? {} : { requestBody }),
    },
    response: responses(status, description.answer, statuses),
  }
}

function detailOf({ operationId, tag, summary, description }: Description) {
  return { operationId, tags: [tag], summary, description }
}

function responses(success: 200 | 201, answer: TSchema, refusals: readonly number[]) {
  return {
    [success]: answer,
    ...Object.fromEntries(refusals.map((status) => [status, errorSchema])),
  }
}
