import { findUserByEmail } from '../../../accounts/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { findingCodes } from '../checks/document.ts'
import type { ConfirmedFinding } from '../scans/hold.ts'

/* What was confirmed of a scan, in a line of a file: there people are known by their e-mail addresses. */

/** As the line says it, with the e-mail address in `by`. Throws AppError `invalid_request`. */
export function readConfirmed(value: JsonValue | undefined): ConfirmedFinding[] {
  if (value === undefined || value === null) return []
  if (!Array.isArray(value)) throw notAllowed('confirmed', 'a list of findings', value)
  return value.map(readFinding)
}

/** For an import: by the user's id where there is one of that address. */
export function withUserIds(
  conn: Conn,
  confirmed: readonly ConfirmedFinding[],
): ConfirmedFinding[] {
  return confirmed.map((finding) => {
    const user = findUserByEmail(conn).get({ email: finding.by })
    return { ...finding, by: user?.id ?? finding.by }
  })
}

export function confirmedLine(
  confirmed: readonly ConfirmedFinding[],
  emailOf: (userId: string) => string,
): JsonObject[] {
  return confirmed.map(({ by, at, ...finding }) => ({
    ...finding,
    by: emailOf(by),
    at: new Date(at).toISOString(),
  }))
}

function readFinding(value: JsonValue): ConfirmedFinding {
  const { key, line, code, message, by, at } = isJsonObject(value) ? value : {}
  const known = findingCodes.find((name) => name === code)
  const time = typeof at === 'string' ? readIsoTime(at, '00:00:00') : undefined
  const isWhole = typeof key === 'string' && typeof message === 'string' && typeof by === 'string'
  if (!isWhole || known === undefined || time === undefined) {
    throw notAllowed('confirmed', 'a list of findings with key, code, message, by and at', value)
  }
  const place = typeof line === 'number' ? { line } : {}
  return { key, ...place, code: known, message, by, at: time }
}
