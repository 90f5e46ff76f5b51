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
 * How much is looked through: the newest scans, until they have this many lines or characters in all. On a quiet machine
 * 10,000 rows of bank statements of which no payee is known take about 50 ms.
 */
const scansMax = 2_000
const linesMax = 10_000
const charactersMax = 2 * 1024 * 1024

/** How long what was found is kept while the database stays as it is, in milliseconds: scans grow too old meanwhile. */
const keptMs = 60_000

type UnknownName = {
  /** As it was read first. */
  name: string
  /** Where: in a field for it, or among the words of a bank's narration. */
  source: ReadName['source']
  scans: number
  /** Of the newest scan that has it: which one, and the text that it was found in. */
  latest: { scanId: string; filename: string; createdAt: number; text: string }
  /** The canonical name that stands in it as whole words, if any: this may be another spelling of it. */
  likely: string | undefined
}

type UnknownNames = {
  /** Those of the most scans first, then by name. */
  names: readonly UnknownName[]
  /** How many scans were looked through, the newest ones, and whether that is all that wait. */
  scans: number
  isAll: boolean
}

/** Finds names in waiting scans of all users that a list does not know. */
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

/** The scans come newest first. */
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

/** One scan at least, when there is one. */
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

/** A name that was read, and the text that it stands in. */
type ReadName = { name: string; source: 'document' | 'bank row' | 'narration'; text: string }

/** The names in a normalised document that a list does not know: exactly those that `mapNames` would have put in. */
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

/** Money that came in is from customers: only who was paid is looked for in the words of the bank. */
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

/** Between the parts of a narration. */
const separators = /[/*|:;,-]/

/** A number, an account, an address of a payment app, masked digits: no word of a name. */
const noWord = /\d{3}|@|[xX]{3}/

/** What banks say of how and why money moved. None of these is a vendor, nor begins or ends the name of one. */
const bankWords = new Set(
  (
    'ach achd achc bil bill bills billdesk billpay by chq clg clearing cr ctr cts debit dr d c ecs ecom emi ft ' +
    'funds ib imps inb inf inft mandate mb mbk mmt mob mum nach neft net netbank netbanking netbnk online paid pay ' +
    'payment payments pmt pos purchase ref rtgs self si supplies supply tfr to towards transfer trf trfr txn upi upiout ' +
    'via wdl withdrawal'
  ).split(' '),
)

/** Money that goes to nobody by name. */
const nobody =
  /\b(?:atm|cash|charges?|chgs?|interest|int|salary|wages|tax|gst|tds|reversal|refund)\b/i

const chequeBegins = /^\s*(?:chq|cheque|clg|ctr)\b/i

/** Three letters at least. */
const aName = /(?:\p{L}\P{L}*){3}/u

/**
 * Who was paid, guessed from the narration of a bank statement's row, as the words stand in it; undefined when it names
 * nobody. Banks agree on no form: whoever adds a name sees the narration beside it.
 */
export function payeeOf(narration: string): string | undefined {
  if (nobody.test(narration)) return undefined
  const parts = narration.split(separators)
  // A cheque's narration begins with the place where it was cleared.
  if (chequeBegins.test(narration)) parts.reverse()
  for (const part of parts) {
    const name = nameIn(part)
    if (name !== undefined) return name
  }
  return undefined
}

/** The first words that may be a name, without what the bank says before and behind them. */
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
