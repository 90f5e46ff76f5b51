import {
  isJsonObject,
  parseOrNothing,
  type JsonObject,
  type JsonValue,
} from '../../platform/json/json.ts'
import { counterElements, type Counters } from './answers.ts'
import { element, type Element } from './xml.ts'

/*
 * Imports as JSON (TallyPrime 7.0 and later). HTTP headers replace the head of the XML envelope, and an object's `metadata` replaces its
 * element's attributes.
 */

type Headers = Record<string, string | string[] | undefined>

export function isJson(headers: Headers): boolean {
  return /\bjson\b/i.test(String(headers['content-type'] ?? ''))
}

/** Converts a body to the equivalent XML envelope. Undefined for invalid JSON. */
export function envelopeOfJson(headers: Headers, text: string): Element | undefined {
  const body = parsed(text)
  if (body === undefined) return undefined
  const head = ['version', 'tallyrequest', 'type', 'id'].map((name) =>
    element(name.toUpperCase(), String(headers[name] ?? '')),
  )
  const variables = objectsIn(body['static_variables']).map(({ name, value }) =>
    element(textOf(name).toUpperCase(), textOf(value)),
  )
  const messages = objectsIn(body['tallymessage']).map(objectOf)
  return element('ENVELOPE', [
    element('HEADER', head),
    element('BODY', [
      element('DESC', [element('STATICVARIABLES', variables)]),
      element('DATA', [element('TALLYMESSAGE', messages)]),
    ]),
  ])
}

export function importResult(counters: Counters): string {
  const counted = counterElements(counters).map(({ name, text }): [string, string | number] => [
    name.toLowerCase(),
    name === 'LINEERROR' ? text : Number(text),
  ])
  return JSON.stringify({ status: '1', data: { import_result: Object.fromEntries(counted) } })
}

/** Unreadable JSON is no request, as with XML. */
function parsed(text: string): JsonObject | undefined {
  const value = parseOrNothing(text)
  return isJsonObject(value) ? value : undefined
}

function objectsIn(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function objectOf({ metadata, ...fields }: JsonObject): Element {
  const about = isJsonObject(metadata) ? Object.entries(metadata) : []
  const attributes = about.map(([name, value]): [string, string] => [
    name.toUpperCase(),
    textOf(value),
  ])
  const { TYPE: type = '', ...rest } = Object.fromEntries(attributes)
  return element(type.toUpperCase(), fieldsOf(fields), rest)
}

/** A list of objects becomes one `.LIST` element per object. */
function fieldsOf(fields: JsonObject): Element[] {
  return Object.entries(fields).flatMap(([key, value]) => {
    const name = key.toUpperCase()
    if (!Array.isArray(value)) return [element(name, textOf(value))]
    return value.filter(isJsonObject).map((each) => element(`${name}.LIST`, fieldsOf(each)))
  })
}

function textOf(value: JsonValue | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
