import { writeCsv } from '../../platform/csv.ts'

/** A table of texts as a CSV file, with the names of its columns in the first row. */
export function csvFile(
  filename: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Response {
  return new Response(writeCsv([columns, ...rows]), {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** A time for JSON. Null without one. `time` in milliseconds since the epoch. */
export function isoTime(time: number | null | undefined): string | null {
  return time === undefined || time === null ? null : new Date(time).toISOString()
}
