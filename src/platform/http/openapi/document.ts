import type { AnyElysia } from 'elysia'
import type { JsonObject, JsonValue } from '../../json/json.ts'
import { collectionOf, type CollectionAbout } from './collection.ts'
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
import { headers, parameters, refusals, securitySchemes, successes } from './shared.ts'

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
