import {
  isJsonObject,
  parseOrNothing,
  type JsonObject,
  type JsonValue,
} from '../../platform/json/json.ts'
import { element, renderXml, type Element } from './xml.ts'

/** What an import did. `lastVoucherId` is the id of the last voucher created or altered, or 0. */
export type Counters = {
  created: number
  altered: number
  deleted: number
  lastVoucherId: number
  errors: number
  exceptions: number
  /** Tally returns only one error text, that of the last refusal. Some refusals have none. */
  lineError: string
}

export function noCounters(): Counters {
  return {
    created: 0,
    altered: 0,
    deleted: 0,
    lastVoucherId: 0,
    errors: 0,
    exceptions: 0,
    lineError: '',
  }
}

/** LASTMID, COMBINED, IGNORED and CANCELLED were 0 in all measurements, even after a cancellation. */
function counterElements(counters: Counters): Element[] {
  const named: [string, number][] = [
    ['CREATED', counters.created],
    ['ALTERED', counters.altered],
    ['DELETED', counters.deleted],
    ['LASTVCHID', counters.lastVoucherId],
    ['LASTMID', 0],
    ['COMBINED', 0],
    ['IGNORED', 0],
    ['ERRORS', counters.errors],
    ['CANCELLED', 0],
    ['EXCEPTIONS', counters.exceptions],
  ]
  const line = counters.lineError === '' ? [] : [element('LINEERROR', counters.lineError)]
  return [...line, ...named.map(([name, count]) => element(name, String(count)))]
}

/** The answer to `Import Data`: without ENVELOPE and STATUS. */
export function importResponse(counters: Counters): string {
  return renderXml(element('RESPONSE', counterElements(counters)))
}

/** The answer to an import with `<VERSION>1</VERSION>`. */
export function importEnvelope(counters: Counters): string {
  const result = element('IMPORTRESULT', counterElements(counters))
  return envelope(1, [element('DATA', [result])])
}

export function envelope(status: 0 | 1, body: readonly Element[]): string {
  const header = element('HEADER', [element('VERSION', '1'), element('STATUS', String(status))])
  return renderXml(element('ENVELOPE', [header, element('BODY', body)]))
}

export const running = '<RESPONSE>TallyPrime Server is Running</RESPONSE>\r\n'

/** The answer to invalid XML, or to another charset than the header names: without counters and status. */
export const unknownRequest = '<RESPONSE>Unknown Request, cannot be processed</RESPONSE>\r\n'

export function lineErrorOnly(text: string): string {
  return renderXml(element('RESPONSE', [element('LINEERROR', text)]))
}

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
