import { writeCsv } from '../../../platform/csv.ts'

/** Saves a table as a CSV file on this computer. */
export function downloadCsv(
  name: string,
  rows: readonly (readonly string[])[],
  delimiter?: string,
): void {
  const text = writeCsv(rows, delimiter)
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
  downloadFrom(url, name)
  URL.revokeObjectURL(url)
}

/** Saves what is at an address as a file on this computer. */
export function downloadFrom(url: string, name: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}
