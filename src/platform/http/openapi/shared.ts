import type { JsonObject } from '../../json/json.ts'

// The parts that every service's document shares: they describe what the dispatcher, the guard and the replies do for all services.

/** The description of a success, where the answer's schema has none. */
export const successes: Record<string, string> = {
  '200': 'Done.',
  '201': 'Created.',
  '304': 'Nothing has changed since the answer whose ETag came in If-None-Match. There is no body.',
}

/** A response that all operations share. `headers` are pairs of a header and its component. */
type Refusal = {
  name: string
  description: string
  headers?: [string, string][]
}

/** By status. */
export const refusals: Record<string, Refusal> = {
  '400': {
    name: 'InvalidRequest',
    description:
      'The parameters or the body are wrong; the message names the field. Nothing was written.',
  },
  '401': {
    name: 'Unauthorized',
    description: 'The key is missing, unknown, revoked, expired, or of another service.',
    headers: [['WWW-Authenticate', 'WwwAuthenticate']],
  },
  '403': { name: 'Forbidden', description: 'The key works, but may not do this.' },
  '404': { name: 'NotFound', description: 'There is no such thing, or no such path.' },
  '405': {
    name: 'MethodNotAllowed',
    description: 'The path has no such method; `Allow` lists those that it has.',
    headers: [['Allow', 'Allow']],
  },
  '409': {
    name: 'Conflict',
    description:
      'It does not fit what is there already; the message says why. Nothing was written.',
  },
  '410': {
    name: 'Gone',
    description: 'The feed does not reach back to this place: start anew, without `after`.',
  },
  '413': {
    name: 'PayloadTooLarge',
    description:
      'The body is larger than 32 MiB, or holds too many values or labels; the message says how many are allowed. Send it in smaller parts.',
  },
  '415': {
    name: 'UnsupportedMediaType',
    description: 'The body has a Content-Encoding that is not gzip: send it as gzip, or as it is.',
  },
  '429': {
    name: 'RateLimited',
    description: 'Too many wrong keys came from this address, or the key has used up its rate.',
    headers: [['Retry-After', 'RetryAfter']],
  },
  '431': {
    name: 'HeadersTooLarge',
    description:
      'The address and the headers are larger than 16 kB together. Beyond 128 kB or 190 headers the connection ends, and there is no body.',
  },
  '500': {
    name: 'InternalError',
    description: 'Something went wrong inside Daybook. The call is safe to repeat.',
  },
  '503': {
    name: 'Unavailable',
    description:
      'Another program is writing to the data, or too much comes in at once. Nothing was written: repeat the call.',
    headers: [['Retry-After', 'RetryAfter']],
  },
  '507': {
    name: 'InsufficientStorage',
    description: 'The disk is full, or the key has used up its share of it. Nothing was written.',
  },
}

/** By component name. */
export const headers: JsonObject = {
  RequestId: {
    description: 'The id of this request; the log has it too.',
    schema: { type: 'string', format: 'uuid' },
  },
  ETag: {
    description: 'Stands for exactly this answer: send it back in If-None-Match.',
    schema: { type: 'string' },
    example: '"1x2k9v3m5p7qa-2f"',
  },
  Allow: { description: 'Methods, with commas between them.', schema: { type: 'string' } },
  IdempotencyReplayed: {
    description: '`true` when this is the first answer again, given for the same Idempotency-Key.',
    schema: { type: 'string', enum: ['true'] },
  },
  WwwAuthenticate: {
    description: 'Always `Bearer`.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
  RetryAfter: {
    description: 'Seconds to wait before the next try.',
    schema: { type: 'integer', minimum: 1 },
    example: 60,
  },
}

/** By component name. */
export const parameters: JsonObject = {
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description:
      'The ETag of an earlier answer: 304 without a body when it would be the same again.',
    required: false,
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A text of your own, new for each new request. The same key and body get the first answer again, for at least 24 hours; with another body they are 409.',
    required: false,
    schema: { type: 'string', minLength: 1, maxLength: 200 },
  },
}

/** How to send a key: as a Bearer key, and in `keyHeader` where the service accepts one. */
export function securitySchemes(keyHeader: string | undefined): JsonObject {
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key, `dbk_…`; `dbt_…` works on a copy for tests, never on the book.',
  }
  if (keyHeader === undefined) return { bearer }
  const description = 'The API key, from a client that cannot send Authorization.'
  return { bearer, header: { type: 'apiKey', in: 'header', name: keyHeader, description } }
}
