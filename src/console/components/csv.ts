import { decodeCsv, writeCsv } from '../../platform/csv.ts'
import { isZip, readXlsxTable } from '../../platform/xlsx.ts'
import { Refusal } from '../refusal.ts'
import { t } from '../language/language.ts'

/** The text of a CSV file, or the first sheet of a workbook as CSV. Throws Refusal that says why the file cannot be read. */
export async function csvTextOf(file: File): Promise<string> {
  // The file was moved or changed since it was chosen, or another program has locked it.
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Refusal(t('The file could not be read. Choose it again.'), 400)
  })
  if (isZip(new Uint8Array(bytes))) return await csvTextOfWorkbook(new Uint8Array(bytes))
  const { text, isOldCodePage } = decodeCsv(new Uint8Array(bytes))
  if (!isOldCodePage) return text
  // Excel's plain "CSV" uses an old code page without Indian scripts.
  throw new Refusal(
    t('The file is not in UTF-8. In Excel choose “CSV UTF-8 (Comma delimited)” when you save it.'),
    400,
  )
}

async function csvTextOfWorkbook(bytes: Uint8Array): Promise<string> {
  const table = await readXlsxTable(bytes)
  if (typeof table === 'string') throw new Refusal(table, 400)
  return writeCsv(table.rows)
}

/** Saves a table as a CSV file on this computer. */
export function downloadCsv(
  name: string,
  rows: readonly (readonly string[])[],
  delimiter?: string,
): void {
  const text = writeCsv(rows, delimiter)
  downloadBlob(new Blob([text], { type: 'text/csv;charset=utf-8' }), name)
}

/** Saves a blob as a file on this computer. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Saves a value as a JSON file on this computer. */
export function downloadJson(name: string, value: unknown): void {
  const text = JSON.stringify(value, null, 2)
  const url = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Saves the file at an address on this computer. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
