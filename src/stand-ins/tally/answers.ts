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
export function counterElements(counters: Counters): Element[] {
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
