import { readPortalJson } from './read-json.ts'
import { isZip } from '../../platform/xlsx.ts'
import { readPortalWorkbook } from './read-workbook.ts'
import { amountMax, fileBytesMax, filesMax, rowsMax, type PortalMonth } from './row.ts'

/** A file from the portal. The name is for messages. */
export type GivenFile = { name: string; bytes: Uint8Array }

/** Reads the files of one month. The portal splits large months into several files. Returns a sentence when a file cannot be used. */
export async function readPortalFiles(files: readonly GivenFile[]): Promise<PortalMonth | string> {
  if (files.length > filesMax) return `A month has at most ${filesMax} files.`
  const parts: Part[] = []
  for (const file of files) {
    const month = await readPortalFile(file)
    if (typeof month === 'string') return `${file.name}: ${month}`
    const part = { file, month, documents: new Set(month.rows.map((row) => JSON.stringify(row))) }
    for (const before of parts) {
      const refusal = whyApart(part, before)
      if (refusal !== undefined) return `${file.name}: ${refusal}`
    }
    parts.push(part)
  }
  const [first] = parts
  if (first === undefined) return 'No file was given.'
  const rows = parts.flatMap(({ month }) => month.rows)
  if (rows.length <= rowsMax) return { ...first.month, rows }
  return `The month has ${rows.length} documents; at most ${rowsMax} are taken.`
}

/** One file of a month. `documents`: its rows as JSON. */
type Part = { file: GivenFile; month: PortalMonth; documents: ReadonlySet<string> }

/** Why two files are not different parts of one month. Undefined when they are. */
function whyApart(part: Part, before: Part): string | undefined {
  const { name } = before.file
  if (part.month.period !== before.month.period || part.month.gstin !== before.month.gstin) {
    return `It is of another month or another GSTIN than ${name}. Drop the files of one month together, and those of the next after them.`
  }
  if (isZip(part.file.bytes) !== isZip(before.file.bytes)) {
    return `One of it and ${name} is a workbook, the other JSON, and each has the whole month. Drop one of them.`
  }
  return isRepeated(part, before)
    ? `It has the same documents as ${name}, which would count twice. Drop one of them.`
    : undefined
}

/**
 * Whether both files are downloads of the same part: one has all documents of the other, or they share some and were made on different
 * days.
 */
function isRepeated(part: Part, before: Part): boolean {
  const shared = part.documents.intersection(before.documents).size
  if (shared === 0) return false
  const isWhole = shared === part.documents.size || shared === before.documents.size
  return isWhole || part.month.generatedOn !== before.month.generatedOn
}

async function readPortalFile({ bytes }: GivenFile): Promise<PortalMonth | string> {
  if (bytes.length > fileBytesMax) {
    return `The file has more than ${fileBytesMax / 1024 / 1024} MiB: no GSTR-2B is that large.`
  }
  const month = isZip(bytes) ? await readPortalWorkbook(bytes) : readText(bytes)
  return typeof month === 'string' ? month : (unreadAmount(month) ?? month)
}

function readText(bytes: Uint8Array): PortalMonth | string {
  const text = utf8Of(bytes)
  // A download that broke off at once is empty.
  if (text !== undefined && /^\s*(?:[[{]|$)/.test(text)) return readPortalJson(text)
  return 'The file is neither JSON nor an Excel workbook (.xlsx). On the GST portal download the GSTR-2B as one of them.'
}

/** The portal's names for the amounts. */
const amountNames = [
  ['taxable', 'taxable value'],
  ['igst', 'integrated tax'],
  ['cgst', 'central tax'],
  ['sgst', 'state/UT tax'],
  ['cess', 'cess'],
  ['value', 'value'],
] as const

/** Names an amount that cannot be read. It must not be compared and added up as ₹0. */
function unreadAmount({ rows }: PortalMonth): string | undefined {
  for (const row of rows) {
    for (const [field, name] of amountNames) {
      if (row[field] <= amountMax) continue
      const seller = row.name || row.gstin
      const document = `${row.number || 'a document without a number'}${seller && ` of ${seller}`}`
      return `The ${name} of ${document} cannot be read as an amount. Download the file again, and drop it as it comes.`
    }
  }
  return undefined
}

function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
