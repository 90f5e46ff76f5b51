import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts'
import { objectOf } from './repairs.ts'

// A collection of all calls, for people who send them by hand: Postman, Bruno and Insomnia read this format (source: schema.postman.com,
// collection 2.1.0).

const form = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** How a call feeds later calls, so that all can be sent in order. Places in JSON look like `items.0.id`. */
type CollectionCall = {
  /** Variables that its answer sets, each with its place in the answer. */
  gives?: Record<string, string>
  /** Parameters of its path and places in its body, each with the variable to send. */
  takes?: Record<string, string>
  /** The variable of its key, when the tag's key is not enough. */
  key?: string
}

/** What a service adds to its collection: by operation id for calls, and the variable of the key for tags that do not use `key`. */
export type CollectionAbout = {
  calls: Record<string, CollectionCall>
  keys?: Record<string, string>
}

/** Built from the OpenAPI document. `address` is where the service answers. Each user fills in the key variables. */
export function collectionOf(
  document: JsonObject,
  address: string,
  { calls, keys = {} }: CollectionAbout,
): JsonObject {
  const { title = '', description = '' } = objectOf(document['info'])
  const operations = operationsOf(document)
  const given = Object.values(calls).flatMap(({ gives = {} }) => Object.keys(gives))
  const ownKeys = Object.values(calls).flatMap(({ key }) => key ?? [])
  const variables = new Set(['key', ...Object.values(keys), ...ownKeys, ...given])
  return {
    info: { name: title, description, schema: form },
    auth: bearer('key'),
    event: [test([`pm.test('is answered', () => pm.expect(pm.response.code).to.be.below(400))`])],
    variable: [
      { key: 'base', value: address },
      ...[...variables].map((key) => ({ key, value: '' })),
    ],
    item: listOf(document['tags']).map(({ name = '', description: about = '' }) => {
      const key = keys[textOf(name)]
      return {
        name,
        description: about,
        ...(key === undefined ? {} : { auth: bearer(key) }),
        item: operations
          .filter(({ tag }) => tag === name)
          .map((each) =>
            callOf(document, each, calls[textOf(each.operation['operationId'])] ?? {}),
          ),
      }
    }),
  }
}

function bearer(variable: string): JsonObject {
  return { type: 'bearer', bearer: [{ key: 'token', value: `{{${variable}}}`, type: 'string' }] }
}

function test(exec: string[]): JsonObject {
  return { listen: 'test', script: { type: 'text/javascript', exec } }
}

type Operation = { path: string; method: string; tag: JsonValue; operation: JsonObject }

function operationsOf(document: JsonObject): Operation[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, value]) => {
      const operation = objectOf(value)
      const [tag = ''] = Array.isArray(operation['tags']) ? operation['tags'] : []
      return { path, method, tag, operation }
    }),
  )
}

function callOf(
  document: JsonObject,
  { path, method, operation }: Operation,
  { gives, takes = {}, key }: CollectionCall,
): JsonObject {
  const body = bodyOf(document, objectOf(operation['requestBody']), takes)
  return {
    name: operation['summary'] ?? path,
    ...(gives === undefined ? {} : { event: [test(setting(gives))] }),
    request: {
      ...(key === undefined ? {} : { auth: bearer(key) }),
      method: method.toUpperCase(),
      description: operation['description'] ?? '',
      header: [],
      url: urlOf(path, listOf(operation['parameters']), takes),
      ...(body === undefined ? {} : { body }),
    },
  }
}

/** The script that saves values for later calls. A value that the answer lacks leaves the variable unchanged. */
function setting(gives: Record<string, string>): string[] {
  const steps = Object.entries(gives).flatMap(([variable, place]) => {
    const [first = '', ...rest] = place.split('.')
    const inside = rest.map((step) => (/^\d+$/.test(step) ? `?.[${step}]` : `?.${step}`)).join('')
    return [
      `const ${variable} = answer.${first}${inside}`,
      `if (${variable}) pm.collectionVariables.set('${variable}', ${variable})`,
    ]
  })
  return ['const answer = pm.response.code < 400 ? pm.response.json() : {}', ...steps]
}

/** Optional query parameters are listed, but switched off. */
function urlOf(
  path: string,
  parameters: readonly JsonObject[],
  takes: Record<string, string>,
): JsonObject {
  const parts = path
    .slice(1)
    .split('/')
    .map((part) => part.replace(/^\{(.+)\}$/, ':$1'))
  const query = parameters
    .filter((parameter) => parameter['in'] === 'query')
    .map(({ name = '', description = '' }) => ({
      key: name,
      value: '',
      description,
      disabled: true,
    }))
  const variable = parts
    .filter((part) => part.startsWith(':'))
    .map((part) => part.slice(1))
    .map((key) => ({ key, value: key in takes ? `{{${takes[key]}}}` : '' }))
  return { raw: `{{base}}/${parts.join('/')}`, host: ['{{base}}'], path: parts, query, variable }
}

function bodyOf(
  document: JsonObject,
  { content }: JsonObject,
  takes: Record<string, string>,
): JsonObject | undefined {
  const [[type, media] = []] = Object.entries(objectOf(content))
  if (type === undefined) return undefined
  const schema = resolved(document, objectOf(media)['schema'])
  if (type === 'multipart/form-data') return { mode: 'formdata', formdata: fieldsOf(schema) }
  const sent = Object.entries(takes).reduce<JsonValue>(
    (body, [place, variable]) => replaced(body, place.split('.'), `{{${variable}}}`),
    schema['example'] ?? {},
  )
  const raw = JSON.stringify(sent, undefined, 2)
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } }
}

/** The same value, with one existing place replaced. */
function replaced(value: JsonValue, [step, ...inside]: readonly string[], by: string): JsonValue {
  if (step === undefined) return by
  if (Array.isArray(value)) {
    return value.map((inner, at) => (String(at) === step ? replaced(inner, inside, by) : inner))
  }
  if (!isJsonObject(value) || !(step in value)) return value
  return { ...value, [step]: replaced(value[step] ?? null, inside, by) }
}

function fieldsOf(schema: JsonObject): JsonObject[] {
  return Object.entries(objectOf(schema['properties'])).map(([key, value]) => {
    const property = objectOf(value)
    const about = { key, description: property['description'] ?? '' }
    const isFile = objectOf(property['items'])['format'] === 'binary'
    if (isFile) return { ...about, type: 'file', src: [] }
    const [choice = ''] = Array.isArray(property['enum']) ? property['enum'] : []
    return { ...about, type: 'text', value: property['example'] ?? choice }
  })
}

/** A schema with its reference followed. */
function resolved(document: JsonObject, schema: JsonValue | undefined): JsonObject {
  const { $ref, ...own } = objectOf(schema)
  if (typeof $ref !== 'string') return own
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return objectOf(objectOf(objectOf(document['components'])['schemas'])[name])
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
