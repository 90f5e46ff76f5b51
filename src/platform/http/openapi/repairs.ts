import { Elysia, type AnyElysia } from 'elysia'
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts'

// `@elysiajs/swagger` silently produces invalid OpenAPI. Each function here repairs one of its bugs and nothing else. With a generator
// without these bugs this file can go, except the first function.

/** The generator's paths, with its bugs. */
export async function generatePaths(routes: AnyElysia): Promise<JsonObject> {
  // Loaded on demand: it takes 30 ms, and few starts need it.
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

/**
 * Bug: the generator drops parts of a schema that is a whole body, and does not list schemas with an id inside other schemas. Returns all
 * schemas that the routes declare, by name. Call it before the generator runs.
 */
export function namedSchemas(routes: AnyElysia): JsonObject {
  const found: JsonObject = {}
  for (const { hooks } of routes.routes) {
    const { body = null, response = null, detail = null } = hooks
    // Drops the symbols that TypeBox adds.
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

/** `scanExport.ScanItem` becomes `ScanItem`: a document has one service. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('.') + 1)
}

/** Bug: the generator lists every media type for a body. A body that a route describes itself is complete. */
export function cleanBody(body: JsonObject): JsonObject {
  const content = objectOf(body['content'])
  const kept = 'text/plain' in content ? jsonContent(content['application/json']) : content
  return { ...body, content: mapValues(kept, cleanSchema) }
}

/** Bug: for an answer that is a schema with an id, the generator puts the id beside the content and leaves the content empty. */
export function schemaOf(answer: JsonObject): JsonValue {
  const { $id, content } = answer
  if (typeof $id === 'string') return cleanSchema({ $id })
  return cleanSchema(objectOf(objectOf(content)['application/json'])['schema'] ?? {})
}

/**
 * Bug: the document declares 3.0 but contains TypeBox's JSON Schema unchanged, with keywords of 3.1 and our own (`const`, `examples`,
 * `patternProperties`, a null beside other types, `$id`), in parameters and media types too. It gives no precision for numbers: clients in
 * Go would read them with seven digits, and lose paise above ₹ 1,31,072.
 */
export function cleanSchema(schema: JsonValue): JsonValue {
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
      // Elysia closes schemas in place at its first check. Answers may get more fields, so they are declared open.
      return value === false ? {} : { additionalProperties: cleanSchema(value) }
    case 'documented':
      return objectOf(cleanSchema(value))
    case 'const':
      return { enum: [value] }
    case 'examples':
      return { example: Array.isArray(value) ? (value[0] ?? null) : value }
    case 'type':
      return value === 'number' ? { type: value, format: 'double' } : { type: value }
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

/** A choice of schemas: words become an enum, and "or null" becomes `nullable`. */
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

export function jsonContent(media: JsonValue | undefined): JsonObject {
  return { 'application/json': media ?? {} }
}

export function objectOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {}
}

export function mapValues(
  object: JsonObject,
  map: (value: JsonValue, key: string) => JsonValue,
): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}
