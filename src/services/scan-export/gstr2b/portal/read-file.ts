import { isZip } from '../../../../platform/xlsx.ts'
import { readPortalWorkbook } from './read-workbook.ts'
import {
  amountMax,
  fileBytesMax,
  filesMax,
  rowsMax,
  type PortalMonth,
  sections,
  type PortalRow,
  type Section,
} from './row.ts'
import { isJsonObject, parseOrNothing, type JsonObject } from '../../../../platform/json/json.ts'
import { dayOf, gstinOf, isYes, itcOf, paiseOf, signedPaiseOf, stateOf, textOf } from './values.ts'

/** A file as the portal gives it: its name, for what is said of it, and its bytes. */
export type GivenFile = { name: string; bytes: Uint8Array }

/**
 * Reads the files of one month: more than one where the portal has cut it. Returns a sentence that says which file cannot be
 * taken and why, where one cannot.
 */
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

/** One of the files of a month; `documents` are its rows as JSON. */
type Part = { file: GivenFile; month: PortalMonth; documents: ReadonlySet<string> }

/** Why two files are not parts of one month, each with documents of its own; undefined where they are. */
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

/** Whether one was downloaded in the place of the other: it has all of its documents, or some on another day. */
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
  // A download that was cut off at once is empty.
  if (text !== undefined && /^\s*(?:[[{]|$)/.test(text)) return readPortalJson(text)
  return 'The file is neither JSON nor an Excel workbook (.xlsx). On the GST portal download the GSTR-2B as one of them.'
}

/** What the portal calls the amounts. */
const amountNames = [
  ['taxable', 'taxable value'],
  ['igst', 'integrated tax'],
  ['cgst', 'central tax'],
  ['sgst', 'state/UT tax'],
  ['cess', 'cess'],
  ['value', 'value'],
] as const

/** Says which amount of which document cannot be read: as ₹0 it would be compared and added up. */
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

/** Where a section keeps its documents: below each supplier, but for goods through customs. */
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

/** Reads the portal's JSON. Returns a sentence that says why it is none, where it is none. */
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

/** The other files that lie beside it in people's downloads. */
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
  const value = paiseOf(document['val'])
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
    // Of goods through customs and of an input service distributor only the parts are said.
    value: value === 0 ? taxable + igst + cgst + sgst + cess : value,
    ...amounts,
    itc: itcOf(document['itcavl'] ?? document['itcelg']),
    reason: textOf(document['rsn'] ?? document['remarks']),
    isRejected,
    filedOn: dayOf(supplier['supfildt']),
  }
}

/** Until late 2024 the amounts stood in `items`, one for each rate; some documents of one file still do. */
function amountsOf(document: JsonObject) {
  const items = listOf(document['items'])
  const parts = items.length > 0 ? items : [document]
  const sumOf = (key: string) =>
    Math.abs(parts.reduce((sum, part) => sum + signedPaiseOf(part[key]), 0))
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
