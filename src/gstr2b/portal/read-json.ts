import { isJsonObject, parseOrNothing, type JsonObject } from '../../platform/json/json.ts'
import { sections, type PortalMonth, type PortalRow, type Section } from './row.ts'
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
export function readPortalJson(text: string): PortalMonth | string {
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
