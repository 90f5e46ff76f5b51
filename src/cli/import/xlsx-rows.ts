import { AppError } from '../../platform/errors.ts'
import { readXlsxTable } from '../../platform/xlsx.ts'
import type { ImportSource } from './source.ts'
import type { Row } from './table-lines.ts'

/** A workbook is read whole: this many bytes of one take some hundred megabytes of memory. */
const workbookBytesMax = 64 * 1024 * 1024

/** The rows of a workbook's sheet. Throws AppError `invalid_request`, `payload_too_large`. */
export async function* xlsxRows({ path, bytes, sheet }: ImportSource): AsyncGenerator<Row> {
  if (bytes > workbookBytesMax) {
    throw new AppError(
      'payload_too_large',
      `${path} is larger than 64 MB. Save the sheet as “CSV UTF-8”, and import that.`,
    )
  }
  const table = await readXlsxTable(await Bun.file(path).bytes(), sheet)
  if (typeof table === 'string') throw new AppError('invalid_request', table)
  for (const [at, cells] of table.rows.entries()) {
    yield { line: at + 1, size: cells.join('').length, cells }
  }
}
