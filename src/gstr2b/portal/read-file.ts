import { isJsonObject, parseOrNothing, type JsonObject } from '../../platform/json/json.ts'
import { isZip } from '../../platform/xlsx.ts'
import { readPortalWorkbook } from './read-workbook.ts'
import {
  amountMax,
  fileBytesMax,
  filesMax,
  rowsMax,
  sections,
  type PortalMonth,
  type PortalRow,
  type Section,
} from './row.ts'
import {
  dayOf,
  gstinOf,
  isYes,
  itcOf,
  portalPaise,
  signedPortalPaise,
  stateOf,
  textOf,
} from './values.ts'

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

/** The field with a section's documents, below each supplier. Null for goods through customs, which have no suppliers. */
const listNames: Readonly<Record<Section, string | null>> = {
  b2b: 'inv',
  b2ba: 'inv',
  ecom: 'inv',
  ecoma: 'inv',
  cdnr: 'nt',
  cdnra: 'nt',
  isd: 'doclist',
  isda: 'doclist',
  impgsez: 'boe',
  impgseza: 'boe',
  impg: null,
  impga: null,
}

const notOne =
  'This is no GSTR-2B. On the GST portal choose Returns Dashboard, the month, GSTR-2B, Download, and drop the file as it comes.'

/** Reads the portal's JSON. Returns a sentence when the text is no GSTR-2B. */
function readPortalJson(text: string): PortalMonth | string {
  const parsed = parseOrNothing(text)
  if (parsed === undefined) return 'The file is cut off, or is no JSON. Download it again.'
  if (!isJsonObject(parsed)) return notOne
  const data = isJsonObject(parsed['data']) ? parsed['data'] : parsed
  const { docdata } = data
  if (!isJsonObject(docdata)) return otherReturn(data)
  const gstin = gstinOf(data['gstin'])
  const period = periodOf(data['rtnprd'])
  if (gstin === '' || period === '') return notOne
  const { docRejdata } = data
  return {
    gstin,
    period,
    generatedOn: dayOf(data['gendt']),
    rows: [
      ...rowsOf(docdata, false),
      ...(isJsonObject(docRejdata) ? rowsOf(docRejdata, true) : []),
    ],
  }
}

/** Other files that people have among their downloads. */
function otherReturn(data: JsonObject): string {
  if (Array.isArray(data['b2b']) && data['fp'] !== undefined) {
    return 'This is a GSTR-1 or GSTR-2A. GSTR-2B is the statement that the credit is taken by: download that one.'
  }
  if (isJsonObject(data['itcsumm'])) {
    return 'This file has only the summary of a GSTR-2B. Download the one with all details.'
  }
  return notOne
}

/** "072026" as 2026-07 */
function periodOf(value: unknown): string {
  const [, month, year] = /^(0[1-9]|1[0-2])(20\d\d)$/.exec(textOf(value)) ?? []
  return month === undefined ? '' : `${year}-${month}`
}

function rowsOf(docdata: JsonObject, isRejected: boolean): PortalRow[] {
  return sections.flatMap((section) =>
    listOf(docdata[section]).flatMap((supplier) => {
      const name = listNames[section]
      const documents = name === null ? [supplier] : listOf(supplier[name])
      return documents.map((document) => rowOf(section, supplier, document, isRejected))
    }),
  )
}

function rowOf(
  section: Section,
  supplier: JsonObject,
  document: JsonObject,
  isRejected: boolean,
): PortalRow {
  const amounts = amountsOf(document)
  const kind = kindOf(section, document)
  const value = portalPaise(document['val'])
  const { taxable, igst, cgst, sgst, cess } = amounts
  return {
    section,
    gstin: gstinOf(supplier['ctin']),
    name: textOf(supplier['trdnm']),
    kind,
    number: firstText(document, ['inum', 'ntnum', 'docnum', 'boenum']),
    day: firstDay(document, ['dt', 'docdt', 'boedt']),
    originalNumber: firstText(document, ['oinum', 'ontnum', 'odocnum']),
    originalDay: firstDay(document, ['oidt', 'ontdt', 'odocdt']),
    pos: stateOf(document['pos']),
    isReverse: isYes(document['rev']),
    // Goods through customs and input service distributors state only the parts.
    value: value === 0 ? taxable + igst + cgst + sgst + cess : value,
    ...amounts,
    itc: itcOf(document['itcavl'] ?? document['itcelg']),
    reason: textOf(document['rsn'] ?? document['remarks']),
    isRejected,
    filedOn: dayOf(supplier['supfildt']),
  }
}

/** Until late 2024 the amounts were in `items`, one for each rate. Some documents of a file still have `items`. */
function amountsOf(document: JsonObject) {
  const items = listOf(document['items'])
  const parts = items.length > 0 ? items : [document]
  const sumOf = (key: string) =>
    Math.abs(parts.reduce((sum, part) => sum + signedPortalPaise(part[key]), 0))
  return {
    taxable: sumOf('txval'),
    igst: sumOf('igst'),
    cgst: sumOf('cgst'),
    sgst: sumOf('sgst'),
    cess: sumOf('cess'),
  }
}

function kindOf(section: Section, document: JsonObject): PortalRow['kind'] {
  if (section.startsWith('impg')) return 'bill_of_entry'
  if (section.startsWith('cdnr')) {
    return textOf(document['typ']) === 'D' ? 'debit_note' : 'credit_note'
  }
  return textOf(document['doctyp']) === 'ISDC' ? 'credit_note' : 'invoice'
}

function firstText(document: JsonObject, keys: readonly string[]): string {
  return keys.map((key) => textOf(document[key], 50)).find((text) => text !== '') ?? ''
}

function firstDay(document: JsonObject, keys: readonly string[]): string {
  return keys.map((key) => dayOf(document[key])).find((day) => day !== '') ?? ''
}

function listOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}
