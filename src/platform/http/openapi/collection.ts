import { isJsonObject, type JsonObject, type JsonValue } from '../../json/json.ts'
import { objectOf } from './repairs.ts'

/*
 * A collection of all calls, for programs that send them by hand: Postman, Bruno and Insomnia read its form (source:
 * schema.postman.com, collection 2.1.0).
 */

const form = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json'

/** Made of the OpenAPI document. `address` is where the service answers; the key is a variable that everybody fills in. */
export function collectionOf(document: JsonObject, address: string): JsonObject {
  const { title = '', description = '' } = objectOf(document['info'])
  const calls = callsOf(document)
  return {
    info: { name: title, description, schema: form },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'base', value: address },
      { key: 'key', value: '' },
    ],
    item: listOf(document['tags']).map(({ name = '', description: about = '' }) => ({
      name,
      description: about,
      item: calls.filter(({ tag }) => tag === name).map(({ call }) => call),
    })),
  }
}

function callsOf(document: JsonObject): { tag: JsonValue; call: JsonObject }[] {
  return Object.entries(objectOf(document['paths'])).flatMap(([path, methods]) =>
    Object.entries(objectOf(methods)).map(([method, value]) => {
      const operation = objectOf(value)
      const [tag = ''] = Array.isArray(operation['tags']) ? operation['tags'] : []
      return { tag, call: callOf(document, path, method, operation) }
    }),
  )
}

function callOf(
  document: JsonObject,
  path: string,
  method: string,
  operation: JsonObject,
): JsonObject {
  const body = bodyOf(document, objectOf(operation['requestBody']))
  return {
    name: operation['summary'] ?? path,
    request: {
      method: method.toUpperCase(),
      description: operation['description'] ?? '',
      header: [],
      url: urlOf(path, listOf(operation['parameters'])),
      ...(body === undefined ? {} : { body }),
    },
  }
}

/** What a call may be asked with is there, and switched off. */
function urlOf(path: string, parameters: readonly JsonObject[]): JsonObject {
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
    .map((part) => ({ key: part.slice(1), value: '' }))
  return { raw: `{{base}}/${parts.join('/')}`, host: ['{{base}}'], path: parts, query, variable }
}

function bodyOf(document: JsonObject, { content }: JsonObject): JsonObject | undefined {
  const [[type, media] = []] = Object.entries(objectOf(content))
  if (type === undefined) return undefined
  const schema = resolved(document, objectOf(media)['schema'])
  if (type === 'multipart/form-data') return { mode: 'formdata', formdata: fieldsOf(schema) }
  const raw = JSON.stringify(schema['example'] ?? {}, undefined, 2)
  return { mode: 'raw', raw, options: { raw: { language: 'json' } } }
}

function fieldsOf(schema: JsonObject): JsonObject[] {
  return Object.entries(objectOf(schema['properties'])).map(([key, value]) => {
    const property = objectOf(value)
    const isFile = objectOf(property['items'])['format'] === 'binary'
    const about = { key, description: property['description'] ?? '' }
    return isFile ? { ...about, type: 'file', src: [] } : { ...about, type: 'text', value: '' }
  })
}

/** A schema that is only referred to. */
function resolved(document: JsonObject, schema: JsonValue | undefined): JsonObject {
  const { $ref, ...own } = objectOf(schema)
  if (typeof $ref !== 'string') return own
  const name = $ref.slice($ref.lastIndexOf('/') + 1)
  return objectOf(objectOf(objectOf(document['components'])['schemas'])[name])
}

function listOf(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
