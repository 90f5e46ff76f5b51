import type { AnyElysia } from 'elysia'
import type { JsonObject, JsonValue } from '../../json/json.ts'
import { type CollectionAbout, collectionOf } from './collection.ts'
import {
  cleanBody,
  cleanSchema,
  generatePaths,
  jsonContent,
  mapValues,
  namedSchemas,
  objectOf,
  schemaOf,
} from './repairs.ts'

/** The texts of a document beside its routes, in Markdown. */
export type ApiAbout = {
  title: string
  description: string
  tags: { name: string; description: string }[]
  /** A header that also accepts the key, beside `Authorization: Bearer`. */
  keyHeader?: string
  collection: CollectionAbout
}

export type ApiDocument = {
  title: string
  /** The OpenAPI document as JSON text. `address` is where the service answers, without a slash at its end. */
  text(address: string): Promise<string>
  /** All calls as a collection for Postman, Bruno and their like, as JSON text. */
  collection(address: string): Promise<string>
}

/** The document of the routes, built on first use. */
export function apiDocument(
  routes: () => AnyElysia,
  about: ApiAbout,
  version: string,
): ApiDocument {
  let kept: Promise<JsonObject> | undefined
  const made = () => (kept ??= documentOf(routes(), about, version))
  return {
    title: about.title,
    async collection(address) {
      return JSON.stringify(collectionOf(await made(), address, about.collection))
    },
    async text(address) {
      const { openapi = null, info = null, ...rest } = await made()
      return JSON.stringify({ openapi, info, servers: [{ url: address }], ...rest })
    },
  }
}

const contact = { name: 'The Daybook developers' }

const license = { name: 'MIT', url: 'https://opensource.org/license/mit' }

async function documentOf(
  routes: AnyElysia,
  about: ApiAbout,
  version: string,
): Promise<JsonObject> {
  // First: the generator changes what it reads.
  const schemas = namedSchemas(routes)
  const paths = mapValues(await generatePaths(routes), (path) =>
    mapValues(objectOf(path), (operation, method) => cleanOperation(method, objectOf(operation))),
  )
  const { title, description, tags, keyHeader } = about
  return {
    openapi: '3.0.3',
    info: { title, description, version, contact, license },
    tags,
    security: [{ bearer: [] }, ...(keyHeader === undefined ? [] : [{ header: [] }])],
    paths,
    components: {
      schemas,
      responses: refusalResponses(paths),
      parameters,
      headers,
      securitySchemes: securitySchemes(keyHeader),
    },
  }
}

function cleanOperation(method: string, operation: JsonObject): JsonObject {
  const {
    parameters: given,
    requestBody,
    responses: answers,
    'x-idempotent': idempotent,
    'x-sends-whole': _,
    ...rest
  } = operation
  const isRead = method === 'get'
  const allParameters: JsonValue[] = Array.isArray(given)
    ? given.map(cleanSchema).map(withIdFormat)
    : []
  if (isRead) allParameters.push(parameterOf('IfNoneMatch'))
  if (idempotent === true) allParameters.push(parameterOf('IdempotencyKey'))
  const added: [string, string][] = isRead ? [['ETag', 'ETag']] : []
  if (idempotent === true) added.push(['Idempotency-Replayed', 'IdempotencyReplayed'])
  const responses = mapValues(objectOf(answers), (answer, status) =>
    cleanAnswer(status, objectOf(answer), added),
  )
  if (isRead) responses['304'] = answerOf('304', undefined, added)
  return {
    ...rest,
    ...(allParameters.length === 0 ? {} : { parameters: allParameters }),
    ...(requestBody === undefined ? {} : { requestBody: cleanBody(objectOf(requestBody)) }),
    responses,
  }
}

/** Gives ids in paths the same format as ids in bodies. */
function withIdFormat(parameter: JsonValue): JsonValue {
  const given = objectOf(parameter)
  if (given['in'] !== 'path' || given['name'] !== 'id') return parameter
  return { ...given, schema: { ...objectOf(given['schema']), format: 'uuid' } }
}

/** A refusal is the same everywhere, so it refers to the shared component. */
function cleanAnswer(
  status: string,
  answer: JsonObject,
  added: readonly [string, string][],
): JsonObject {
  const refusal = refusals[status]
  if (refusal !== undefined) return { $ref: `#/components/responses/${refusal.name}` }
  return answerOf(status, schemaOf(answer), added)
}

function answerOf(
  status: string,
  schema: JsonValue | undefined,
  added: readonly [string, string][],
): JsonObject {
  return {
    description: successes[status] ?? 'Done.',
    headers: headersOf([['X-Request-Id', 'RequestId'], ...added]),
    ...(schema === undefined ? {} : { content: contentOf(schema) }),
  }
}

/** Bytes are described as a file, everything else as JSON. */
function contentOf(schema: JsonValue): JsonObject {
  const isFile = objectOf(schema)['format'] === 'binary'
  return isFile ? { 'application/octet-stream': { schema } } : jsonContent({ schema })
}

/** The refusals that the service's operations name, each once. The error's schema is called `Error`. */
function refusalResponses(paths: JsonObject): JsonObject {
  const used = JSON.stringify(paths)
  const responses: JsonObject = {}
  for (const { name, description, headers: own = [] } of Object.values(refusals)) {
    if (!used.includes(`"#/components/responses/${name}"`)) continue
    responses[name] = {
      description,
      headers: headersOf([['X-Request-Id', 'RequestId'], ...own]),
      content: jsonContent({ schema: { $ref: '#/components/schemas/Error' } }),
    }
  }
  return responses
}

function parameterOf(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` }
}

function headersOf(named: readonly [string, string][]): JsonObject {
  return Object.fromEntries(
    named.map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  )
}

// The parts that every service's document shares: they describe what the dispatcher, the guard and the replies do for all services.

/** The description of a success, where the answer's schema has none. */
const successes: Record<string, string> = {
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
const refusals: Record<string, Refusal> = {
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
const headers: JsonObject = {
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
const parameters: JsonObject = {
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
function securitySchemes(keyHeader: string | undefined): JsonObject {
  const bearer = {
    type: 'http',
    scheme: 'bearer',
    description: 'The API key, `dbk_…`; `dbt_…` works on a copy for tests, never on the book.',
  }
  if (keyHeader === undefined) return { bearer }
  const description = 'The API key, from a client that cannot send Authorization.'
  return { bearer, header: { type: 'apiKey', in: 'header', name: keyHeader, description } }
}
