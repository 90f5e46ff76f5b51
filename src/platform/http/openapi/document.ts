import { Elysia, type AnyElysia } from 'elysia'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts'
import { headers, parameters, refusals, securitySchemes, successes } from './shared.ts'

/** What a document says about a service beside its routes. Texts are Markdown. */
export type ApiAbout = {
  title: string
  description: string
  tags: { name: string; description: string }[]
  /** A header that takes the key as well, beside `Authorization: Bearer`. */
  keyHeader?: string
}

export type ApiDocument = {
  title: string
  /** The OpenAPI document as JSON text. `address` is where the service answers, without a slash at its end. */
  text(address: string): Promise<string>
}

/** The document of the routes, made when it is first asked for. */
export function apiDocument(
  routes: () => AnyElysia,
  about: ApiAbout,
  version: string,
): ApiDocument {
  let made: Promise<JsonObject> | undefined
  return {
    title: about.title,
    async text(address) {
      made ??= documentOf(routes(), about, version)
      const { openapi = null, info = null, ...rest } = await made
      return JSON.stringify({ openapi, info, servers: [{ url: address }], ...rest })
    },
  }
}

async function documentOf(
  routes: AnyElysia,
  about: ApiAbout,
  version: string,
): Promise<JsonObject> {
  // First: the generator drops parts of a schema that is a whole body.
  const schemas = namedSchemas(routes)
  const paths = mapValues(await generatePaths(routes), (path) =>
    mapValues(objectOf(path), (operation, method) => cleanOperation(method, objectOf(operation))),
  )
  const { title, description, tags, keyHeader } = about
  return {
    openapi: '3.0.3',
    info: { title, description, version, license: { name: 'MIT' } },
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

/** The generator. Its document is not valid OpenAPI (it says so nowhere): what follows below makes it so. */
async function generatePaths(routes: AnyElysia): Promise<JsonObject> {
  // Not loaded with the program: it takes 30 ms, and few starts need it.
  const { swagger } = await import('@elysiajs/swagger')
  const generator = swagger({ specPath: '/openapi.json', excludeStaticFile: false })
  const answer = await new Elysia()
    .use(routes)
    .use(generator)
    .handle(new Request('http://localhost/openapi.json'))
  const generated: unknown = await answer.json()
  if (isJsonObject(generated) && isJsonObject(generated['paths'])) return generated['paths']
  throw new Error('The generator made no OpenAPI document.')
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
  const allParameters: JsonValue[] = Array.isArray(given) ? given.map(cleanSchema) : []
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

function cleanBody(body: JsonObject): JsonObject {
  const content = objectOf(body['content'])
  // The generator lists every type for a body; one that a route describes itself is complete.
  const kept = 'text/plain' in content ? jsonContent(content['application/json']) : content
  return { ...body, content: mapValues(kept, cleanSchema) }
}

/** A refusal is the same everywhere: it refers to the shared one. */
function cleanAnswer(
  status: string,
  answer: JsonObject,
  added: readonly [string, string][],
): JsonObject {
  const refusal = refusals[status]
  if (refusal !== undefined) return { $ref: `#/components/responses/${refusal.name}` }
  return answerOf(status, schemaOf(answer), added)
}

/** The schema of a whole body: the generator leaves its id beside the content. */
function schemaOf(answer: JsonObject): JsonValue {
  const { $id, content } = answer
  if (typeof $id === 'string') return cleanSchema({ $id })
  return cleanSchema(objectOf(objectOf(content)['application/json'])['schema'] ?? {})
}

function answerOf(
  status: string,
  schema: JsonValue | undefined,
  added: readonly [string, string][],
): JsonObject {
  return {
    description: successes[status] ?? 'Done.',
    headers: headersOf([['X-Request-Id', 'RequestId'], ...added]),
    ...(schema === undefined ? {} : { content: jsonContent({ schema }) }),
  }
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

/** All schemas with an id that the routes declare, by name. */
function namedSchemas(routes: AnyElysia): JsonObject {
  const found: JsonObject = {}
  for (const { hooks } of routes.routes) {
    const { body = null, response = null, detail = null } = hooks
    // The symbols that TypeBox works with do not come along.
    const declared: JsonValue = JSON.parse(JSON.stringify([body, response, detail]))
    gatherNamed(declared, found)
  }
  return found
}

function gatherNamed(value: JsonValue, found: JsonObject): void {
  if (Array.isArray(value)) for (const inner of value) gatherNamed(inner, found)
  if (!isJsonObject(value)) return
  const { $id, ...schema } = value
  if (typeof $id === 'string') found[nameOf($id)] = cleanSchema(schema)
  for (const inner of Object.values(schema)) gatherNamed(inner, found)
}

/** `scanExport.ScanItem` is `ScanItem`: a document has one service. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

/** TypeBox's JSON Schema as OpenAPI 3.0 has it, in parameters and media types too. */
function cleanSchema(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(cleanSchema)
  if (!isJsonObject(schema)) return schema
  const { $id } = schema
  if (typeof $id === 'string') return { $ref: `#/components/schemas/${nameOf($id)}` }
  const clean: JsonObject = {}
  for (const [keyword, value] of Object.entries(schema)) {
    Object.assign(clean, cleanKeyword(keyword, value))
  }
  return clean
}

function cleanKeyword(keyword: string, value: JsonValue): JsonObject {
  switch (keyword) {
    case 'expected':
      return {}
    case 'additionalProperties':
      // Elysia closes schemas in place when it first checks with them; answers may get more fields, so they are open.
      return value === false ? {} : { additionalProperties: cleanSchema(value) }
    case 'documented':
      return objectOf(cleanSchema(value))
    case 'const':
      return { enum: [value] }
    case 'examples':
      return { example: Array.isArray(value) ? (value[0] ?? null) : value }
    case 'default':
    case 'enum':
      return { [keyword]: value }
    case 'properties':
      return { properties: mapValues(objectOf(value), cleanSchema) }
    case 'patternProperties':
      return { additionalProperties: cleanSchema(Object.values(objectOf(value))[0] ?? {}) }
    case 'anyOf':
      return cleanChoice(Array.isArray(value) ? value.map(objectOf) : [])
    default:
      return { [keyword]: cleanSchema(value) }
  }
}

/** One of several: words become an enum, and "or null" becomes `nullable`. */
function cleanChoice(choices: readonly JsonObject[]): JsonObject {
  const some = choices.filter(({ type }) => type !== 'null')
  const nullable = some.length < choices.length ? { nullable: true } : {}
  const words = some.flatMap((choice) => choice['const'] ?? [])
  if (words.length === some.length) return { type: 'string', enum: words, ...nullable }
  const [only] = some
  if (some.length > 1 || only === undefined) return { anyOf: some.map(cleanSchema), ...nullable }
  const schema = objectOf(cleanSchema(only))
  return '$ref' in schema ? { allOf: [schema], ...nullable } : { ...schema, ...nullable }
}

function parameterOf(name: string): JsonObject {
  return { $ref: `#/components/parameters/${name}` }
}

function headersOf(named: readonly [string, string][]): JsonObject {
  return Object.fromEntries(
    named.map(([header, name]) => [header, { $ref: `#/components/headers/${name}` }]),
  )
}

function jsonContent(media: JsonValue | undefined): JsonObject {
  return { 'application/json': media ?? {} }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

function mapValues(
  object: JsonObject,
  map: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}
