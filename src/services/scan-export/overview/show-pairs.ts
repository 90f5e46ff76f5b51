import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { pickIn } from '../../../platform/db/statements.ts'
import { foldText, toNfc } from '../../../platform/text.ts'
import { mapNames } from '../delivery/delivered.ts'
import type { ScanExportDeps } from '../deps.ts'
import { foldLabel } from '../../../paper/rules/labels.ts'
import { readDay, readNumber, textOfValue } from '../../../paper/values.ts'
import type { ScanData } from '../../../paper/rules/normalise.ts'
import { listedScans, type ListedScan } from './list-scans.ts'
import { findDocument } from '../scans/queries.ts'
import { canonicalSigns, mayBeSamePaper } from '../scans/rules.ts'
import { deliveryAt, listWaitingByInvoiceNo } from '../scans/waiting-queries.ts'
import { scans } from '../tables.ts'
import type { Category } from '../../../paper/categories.ts'
import { listPairs, looksReader, type Candidate } from '../duplicates/find-pairs.ts'
import { currentData } from '../scans/current-data.ts'

/** Pairs per answer. The console asks for the next pairs before a person has decided on these. */
const pairsMax = 20

/** Lines of each document that are shown for comparison. */
const linesMax = 50

/** What two documents say under one key. Null where a document says nothing. */
type ComparedField = { key: string; kept: JsonValue; other: JsonValue; differs: boolean }

/** The lines at the same place in both documents, and the keys whose values differ. */
type ComparedLine = { kept: JsonObject | null; other: JsonObject | null; differing: string[] }

type StoredFile = NonNullable<ReturnType<ReturnType<typeof findDocument>['get']>>

type Paper = ListedScan & { document: StoredFile | null; lineCount: number }

/**
 * Two documents to compare. `kept` is delivered in any case, `other` is in question. `looksSame`: when `kept` is acknowledged by its id,
 * `other` counts as its copy.
 */
export type ShownPair = {
  kept: Paper
  other: Paper
  by: 'number' | 'file'
  looksSame: boolean
  head: ComparedField[]
  lines: ComparedLine[]
}

/**
 * The first pairs of one user's scans, or of all when `userId` is null, and how many pairs there are. Pairs with the document `first` come
 * before the others.
 */
export async function showPairs(
  deps: ScanExportDeps,
  userId: string | null,
  first?: string,
): Promise<{ pairs: ShownPair[]; total: number }> {
  const { read } = deps.database
  const found = await listPairs(deps, userId)
  const isFirst = ({ id, otherId }: Candidate) => id === first || otherId === first
  const inOrder = [...found.filter(isFirst), ...found.filter((pair) => !isFirst(pair))]
  return snapshot(read, () => {
    const looksSame = looksReader(deps, read)
    const pairs = inOrder.slice(0, pairsMax).flatMap((pair) => {
      const { id, otherId } = pair
      const kept = paperOf(deps, read, otherId)
      const other = paperOf(deps, read, id)
      if (kept === undefined || other === undefined) return []
      const by = pair.by.endsWith('file') ? ('file' as const) : ('number' as const)
      return [
        {
          ...compared(kept.data, other.data),
          kept: kept.paper,
          other: other.paper,
          by,
          looksSame: looksSame(pair),
        },
      ]
    })
    return { pairs, total: found.length }
  })
}

function paperOf(deps: ScanExportDeps, conn: Conn, id: string) {
  const [scan] = listedScans(deps, deliveryAt(conn, deps.clock.now()), [id])
  const data = currentData(deps, conn, id)
  if (scan === undefined || data === undefined) return undefined
  const { vendors, products } = deps.names(conn)
  const { documentId } = scan
  const document = documentId === null ? null : (findDocument(conn).get({ id: documentId }) ?? null)
  return {
    paper: { ...scan, document, lineCount: data.line_items.length },
    data: mapNames(data, scan.category, vendors, products),
  }
}

function compared(kept: ScanData, other: ScanData): Pick<ShownPair, 'head' | 'lines'> {
  const [a, b] = [kept.invoice_metadata, other.invoice_metadata]
  const lines = Math.min(linesMax, Math.max(kept.line_items.length, other.line_items.length))
  return {
    head: comparedFields(a, b),
    lines: Array.from({ length: lines }, (_, at) => {
      const [one = null, two = null] = [kept.line_items[at], other.line_items[at]]
      const fields = comparedFields(one ?? {}, two ?? {})
      const differing = fields.filter(({ differs }) => differs).map(({ key }) => key)
      return { kept: one, other: two, differing }
    }),
  }
}

function comparedFields(a: JsonObject, b: JsonObject): ComparedField[] {
  const inOther = likeKeys(a, b)
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  for (const key of inOther.values()) keys.delete(key)
  return [...keys].flatMap((key) => {
    const [kept, other] = [a[key] ?? null, b[inOther.get(key) ?? key] ?? null]
    if (isBlank(kept) && isBlank(other)) return []
    return [{ key, kept, other, differs: !saySame(kept, other) }]
  })
}

/** Pairs of keys that only `a` and only `b` have but that are the same label: "Party" and "Party :". */
function likeKeys(a: JsonObject, b: JsonObject): Map<string, string> {
  const left = new Map(keysOfOne(b, a).map((key) => [foldLabel(key), key]))
  const like = new Map<string, string>()
  for (const key of keysOfOne(a, b)) {
    const found = left.get(foldLabel(key))
    if (found === undefined) continue
    like.set(key, found)
    left.delete(foldLabel(key))
  }
  return like
}

function keysOfOne(one: JsonObject, other: JsonObject): string[] {
  return Object.keys(one).filter((key) => !Object.hasOwn(other, key))
}

/** "1,180.00" and 1180 say the same, and so do texts that differ only in case. */
function saySame(a: JsonValue, b: JsonValue): boolean {
  const [one, two] = [textOfValue(a), textOfValue(b)]
  if (foldText(one) === foldText(two)) return true
  const number = readNumber(one, true)
  return number !== undefined && number === readNumber(two, true)
}

function isBlank(value: JsonValue): boolean {
  return textOfValue(value).trim() === ''
}

/** The most documents to name. A person who types a number needs only one. */
const namedMax = 5

/** What somebody has typed so far, '' where nothing. `except`: the document that is being typed. */
type TypedBill = {
  number: string
  seller: string
  gstin: string
  date: string
  category: Category
  except: string
}

/**
 * Documents with this number that may be the same paper: of every user, waiting, held or delivered, the oldest first. A different seller or
 * date rules a document out, as when a copy is settled.
 */
export function findSameNumber(deps: ScanExportDeps, typed: TypedBill): ListedScan[] {
  const number = toNfc(typed.number).trim()
  if (number === '') return []
  const { read } = deps.database
  return snapshot(read, () => {
    const { vendors } = deps.names(read)
    const typedData = {
      invoice_metadata: {
        // As the stored GSTIN is normalised.
        gstin: typed.gstin.replaceAll(/\s+/g, '').toUpperCase(),
        vendor_name: typed.seller,
        invoice_date: readDay(typed.date) ?? '',
      },
      line_items: [],
    }
    const signs = canonicalSigns(typedData, vendors)
    const waiting = listWaitingByInvoiceNo(read).all({ invoiceNo: number, userId: null })
    const numbered = [
      ...waiting.map(({ scanId: id, category }) => ({ id, category })),
      ...listDelivered(read).all({ syncedNo: number }),
    ]
    const alike = numbered.filter(({ id, category }) => {
      if (id === typed.except || category !== typed.category) return false
      const data = currentData(deps, read, id)
      return data !== undefined && mayBeSamePaper(signs, canonicalSigns(data, vendors))
    })
    const ids = [...new Set(alike.map(({ id }) => id))].toSorted()
    return listedScans(deps, deliveryAt(read, deps.clock.now()), ids.slice(0, namedMax))
  })
}

const listDelivered = pickIn(scans, ['syncedNo'], ['id', 'category'])
