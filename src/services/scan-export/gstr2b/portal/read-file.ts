import { isZip } from '../../../../platform/xlsx.ts'
import { readPortalJson } from './read-json.ts'
import { readPortalWorkbook } from './read-workbook.ts'
import { fileBytesMax, filesMax, rowsMax, type PortalMonth } from './row.ts'

/** A file as the portal gives it: its name, for what is said of it, and its bytes. */
export type GivenFile = { name: string; bytes: Uint8Array }

/**
 * Reads the files of one month: more than one where the portal has cut it. Returns a sentence that says which file cannot be
 * taken and why, where one cannot.
 */
export async function readPortalFiles(files: readonly GivenFile[]): Promise<PortalMonth | string> {
  if (files.length > filesMax) return `A month has at most ${filesMax} files.`
  const months: PortalMonth[] = []
  for (const file of files) {
    const month = await readPortalFile(file)
    if (typeof month === 'string') return `${file.name}: ${month}`
    const [first] = months
    if (first !== undefined && (first.period !== month.period || first.gstin !== month.gstin)) {
      return `${file.name}: It is of another month or another GSTIN than ${files[0]?.name ?? ''}. Drop the files of one month together, and those of the next after them.`
    }
    months.push(month)
  }
  const [first] = months
  if (first === undefined) return 'No file was given.'
  const rows = months.flatMap((month) => month.rows)
  if (rows.length <= rowsMax) return { ...first, rows }
  return `The month has ${rows.length} documents; at most ${rowsMax} are taken.`
}

async function readPortalFile({ bytes }: GivenFile): Promise<PortalMonth | string> {
  if (bytes.length > fileBytesMax) {
    return `The file has more than ${fileBytesMax / 1024 / 1024} MiB: no GSTR-2B is that large.`
  }
  if (isZip(bytes)) return await readPortalWorkbook(bytes)
  const text = utf8Of(bytes)
  if (text === undefined) return 'The file is neither JSON nor an Excel workbook (.xlsx).'
  return readPortalJson(text)
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
