import type { NameMatcher } from '../../../names/matching.ts'
import { nameLengthMax, type NameKind } from '../../../names/rules.ts'
import { snapshot } from '../../../platform/db/connection.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readDocument, type ScanData } from '../../../paper/rules/normalise.ts'
import { retentionMs } from '../scans/rules.ts'
import { findWaitingBySeq, listNewestWaiting, type WaitingScan } from '../scans/waiting-queries.ts'

/**
 * How much to search: the newest scans, until they have this many lines or characters in all. On a quiet machine, 10,000 rows of bank
 * statements without a known payee take about 50 ms.
 */
const scansMax = 2_000
const linesMax = 10_000
const charactersMax = 2 * 1024 * 1024

/** How long the result is kept while the database does not change, in milliseconds. Scans become too old meanwhile. */
const keptMs = 60_000

type UnknownName = {
  /** The spelling in the newest scan. */
  name: string
  /** Where the name was: in its own field, or in a bank's narration. */
  source: ReadName['source']
  scans: number
  /** The newest scan with this name, and the text that the name was in. */
  latest: { scanId: string; filename: string; createdAt: number; text: string }
  /** The canonical name that this name contains as whole words, if any. The name may be another spelling of it. */
  likely: string | undefined
}

type UnknownNames = {
  /** Names in the most scans first, then by name. */
  names: readonly UnknownName[]
  /** How many of the newest scans were searched, and whether those are all that wait. */
  scans: number
  isAll: boolean
}

/** Finds names in all users' waiting scans that a list does not know. */
type FindUnknownNames = (kind: NameKind) => UnknownNames

export function unknownNames(deps: ScanExportDeps): FindUnknownNames {
  const kept = new Map<NameKind, { token: string; at: number; found: UnknownNames }>()
  return (kind) => {
    const token = deps.database.changeToken()
    const now = deps.clock.now()
    const known = kept.get(kind)
    if (known?.token === token && Math.abs(now - known.at) < keptMs) {
      return known.found
    }
    const found = snapshot(deps.database.read, () => findUnknown(deps, kind))
    kept.set(kind, { token, at: now, found })
    return found
  }
}

function findUnknown(deps: ScanExportDeps, kind: NameKind): UnknownNames {
  const { vendors, products } = deps.names(deps.database.read)
  const matcher = kind === 'vendor' ? vendors : products
  const byFolded = new Map<string, UnknownName>()
  const { read: scans, isAll } = newestWaiting(deps)
  for (const { scan, data } of scans) {
    const seen = new Set<string>()
    for (const read of readNames(kind, scan.category, data, matcher)) {
      const folded = foldText(read.name)
      if (folded === '' || seen.has(folded)) continue
      seen.add(folded)
      note(byFolded, folded, read, scan, matcher)
    }
  }
  return { names: [...byFolded.values()].toSorted(byScansAndName), scans: scans.length, isAll }
}

/** The scans come newest first, so the first scan with a name is its newest. */
function note(
  byFolded: Map<string, UnknownName>,
  folded: string,
  { name, source, text }: ReadName,
  { scanId, filename, createdAt }: WaitingScan,
  matcher: NameMatcher,
): void {
  const before = byFolded.get(folded)
  if (before !== undefined) {
    before.scans += 1
    return
  }
  const latest = { scanId, filename, createdAt, text }
  byFolded.set(folded, { name, source, scans: 1, latest, likely: matcher.findIn(name) })
}

function byScansAndName(a: UnknownName, b: UnknownName): number {
  return b.scans - a.scans || (a.name < b.name ? -1 : 1)
}

type ReadScan = { scan: WaitingScan; data: ScanData }

/** Reads at least one scan, if any waits. */
function newestWaiting({ database, clock }: ScanExportDeps): { read: ReadScan[]; isAll: boolean } {
  const conn = database.read
  const from = clock.now() - retentionMs
  const rows = listNewestWaiting(conn).all({ from, limit: scansMax + 1 })
  const read: ReadScan[] = []
  let [lines, characters] = [0, 0]
  for (const { seq } of rows.slice(0, scansMax)) {
    if (lines >= linesMax || characters >= charactersMax) break
    const scan = findWaitingBySeq(conn).get({ seq })
    if (scan === undefined) continue
    const data = readDocument(scan.data)
    lines += data.line_items.length
    characters += scan.data.length
    read.push({ scan, data })
  }
  return { read, isAll: read.length === rows.length }
}

/** A name that was read, and the text around it. */
type ReadName = { name: string; source: 'document' | 'bank row' | 'narration'; text: string }

/** The names in a normalised document that a list does not know: exactly those that `mapNames` would have replaced. */
function readNames(
  kind: NameKind,
  category: Category,
  { invoice_metadata: metadata, line_items: lines }: ScanData,
  known: NameMatcher,
): ReadName[] {
  const found =
    kind === 'product'
      ? lines.map((line) => productOf(line, category))
      : [
          asRead(metadata['vendor_name'], 'document'),
          ...(category === 'bank_entry' ? lines.map((row) => vendorOfRow(row, known)) : []),
        ]
  return found
    .filter((read) => read !== undefined)
    .filter(({ name }) => name.length <= nameLengthMax && known.canonical(name) === undefined)
}

function productOf(line: JsonObject, category: Category): ReadName | undefined {
  const named = asRead(line['product_name'], 'document')
  return named ?? (category === 'bank_entry' ? undefined : asRead(line['description'], 'document'))
}

/** Looks for a name in the narration only where money went out. Money that came in is from customers. */
function vendorOfRow(row: JsonObject, known: NameMatcher): ReadName | undefined {
  const named = asRead(row['vendor_name'], 'bank row')
  if (named !== undefined || isCredit(row)) return named
  const texts = [row['narration'], row['description']].filter((text) => typeof text === 'string')
  if (texts.some((text) => known.findIn(text) !== undefined)) return undefined
  for (const text of texts) {
    const name = payeeOf(text)
    if (name !== undefined) return { name, source: 'narration', text }
  }
  return undefined
}

function isCredit({ credit, debit }: JsonObject): boolean {
  return typeof credit === 'number' && credit > 0 && !(typeof debit === 'number' && debit > 0)
}

function asRead(value: JsonValue | undefined, source: ReadName['source']): ReadName | undefined {
  if (typeof value !== 'string' || value.trim() === '') return undefined
  const name = value.trim()
  return { name, source, text: name }
}

/** Characters between the parts of a narration. */
const separators = /[/*|:;,-]/

/** A number, an account, a payment app's address or masked digits. None of these is a word of a name. */
const noWord = /\d{3}|@|[xX]{3}/

/** Words of banks about how and why money moved. None of them is a vendor, nor begins or ends a vendor's name. */
const bankWords = new Set(
  (
    'ach achd achc bil bill bills billdesk billpay by chq clg clearing cr ctr cts debit dr d c ecs ecom emi ft ' +
    'funds ib imps inb inf inft mandate mb mbk mmt mob mum nach neft net netbank netbanking netbnk online paid pay ' +
    'payment payments pmt pos purchase ref rtgs self si supplies supply tfr to towards transfer trf trfr txn upi upiout ' +
    'via wdl withdrawal'
  ).split(' '),
)

/** Payments that go to no named person. */
const nobody =
  /\b(?:atm|cash|charges?|chgs?|interest|int|salary|wages|tax|gst|tds|reversal|refund)\b/i

const chequeBegins = /^\s*(?:chq|cheque|clg|ctr)\b/i

/** A name has at least three letters. */
const aName = /(?:\p{L}\P{L}*){3}/u

/**
 * Guesses from a bank narration who was paid, as written there. Undefined when the narration names nobody. Every bank has its own form, so
 * a person who adds a name sees the narration beside it.
 */
export function payeeOf(narration: string): string | undefined {
  if (nobody.test(narration)) return undefined
  const parts = narration.split(separators)
  // A cheque's narration begins with the place where the cheque was cleared.
  if (chequeBegins.test(narration)) parts.reverse()
  for (const part of parts) {
    const name = nameIn(part)
    if (name !== undefined) return name
  }
  return undefined
}

/** The first words that may be a name, without the bank's words before and after them. */
function nameIn(part: string): string | undefined {
  let words: string[] = []
  for (const word of part.split(' ')) {
    if (!noWord.test(word)) {
      words.push(word)
      continue
    }
    const name = nameOf(words)
    if (name !== undefined) return name
    words = []
  }
  return nameOf(words)
}

function nameOf(words: string[]): string | undefined {
  while (isBankWord(words[0])) words.shift()
  while (isBankWord(words.at(-1))) words.pop()
  const name = words.join(' ')
  return aName.test(name) ? name : undefined
}

function isBankWord(word: string | undefined): boolean {
  if (word === undefined) return false
  return word === '' || bankWords.has(word.toLowerCase().replaceAll('.', ''))
}
