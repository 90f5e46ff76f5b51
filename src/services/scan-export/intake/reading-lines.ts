import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { AppError } from '../../../platform/errors.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { explainedValues } from '../../../paper/received.ts'
import { findReading } from '../scans/reading-rows.ts'
import type { readings } from '../tables.ts'

/*
 * A reading, in a line of a file of scans. Further documents in the same original are left out: nobody can split them off
 * without the original, which the line does not have.
 */

/** A stored reading without its scan. */
export type EarlierReading = Omit<typeof readings.$inferSelect, 'scanId'>

const readingShape = Type.Object({
  reader: Type.Union([Type.Literal('daybook'), Type.Literal('other')]),
  read_at: Type.String({ maxLength: 40 }),
  explained: explainedValues,
  pages: Type.Array(Type.Integer({ minimum: 1 })),
})

/** Null when the line has no reading. Throws AppError `invalid_request`. */
export function readReadingLine(value: JsonValue | undefined): EarlierReading | null {
  if (value === undefined || value === null) return null
  try {
    const { reader, read_at, explained, pages } = Value.Parse(readingShape, value)
    const readAt = readIsoTime(read_at, '00:00:00')
    if (readAt === undefined) throw notATime(read_at)
    return {
      reader,
      readAt,
      explained: JSON.stringify(explained),
      pages: JSON.stringify(pages),
      others: null,
    }
  } catch (error) {
    if (error instanceof AppError) throw error
    throw notAllowed('reading', 'what an export of Daybook wrote', '…')
  }
}

function notATime(text: string): AppError {
  return notAllowed('reading.read_at', 'an ISO 8601 time such as 2026-11-05T09:30:00Z', text)
}

/** Empty when no reader explained the scan. */
export function readingLine(conn: Conn, scanId: string): JsonObject {
  const reading = findReading(conn).get({ scanId })
  if (reading === undefined) return {}
  const { reader, readAt, explained, pages } = reading
  return {
    reading: {
      reader,
      read_at: new Date(readAt).toISOString(),
      explained: JSON.parse(explained),
      pages: JSON.parse(pages),
    },
  }
}
