import { AppError } from '../../../platform/errors.ts'
import type { Finding } from '../../../paper/checks/document.ts'
import { addUp } from '../../../paper/checks/add-up.ts'
import { tradeFacts } from '../../../paper/facts.ts'
import {
  checkedDocument,
  type Field,
  type Paper,
  type RuledPaper,
  toStored,
} from '../../../paper/paper.ts'
import { textOfValue } from '../../../paper/values.ts'
import type { ExplainedValue } from '../../../paper/received.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { learnBill, unlearnBill } from '../proposals/learn.ts'
import { correctScan } from './change-scan.ts'
import { holdOrQueue, openFindings } from './hold.ts'
import { papersOf } from './papers.ts'
import {
  findScan,
  requireScan,
  requireUnsynced,
  setConfirmed,
  setCorrection,
  type Scan,
} from './queries.ts'
import { versionOf } from './rules.ts'

/* A person answers what holds a document, one place after the other, instead of saving the whole form. */

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

/** A value of a document: its canonical key, and its line from 0. Null for the head. */
type AnsweredPlace = { key: string; line: number | null }

/** All findings about one value of a held document. `text`: the value, '' where there is none. */
export type DoubtfulPlace = AnsweredPlace & {
  text: string
  findings: readonly Finding[]
  /** How a reader found the value. Undefined where no reader explained it. */
  evidence: ExplainedValue | undefined
  /** The other values of the line, or of the head. */
  beside: readonly { key: string; text: string; evidence: ExplainedValue | undefined }[]
  /** Of a line: quantity × rate − discount in paise. Null where figures are missing. */
  computedPaise: number | null
}

/** The values of a held document that wait for an answer, in the order of the paper. Empty for an unknown document. */
export function doubtfulPlaces({ database: { read }, ...deps }: Deps, id: string): DoubtfulPlace[] {
  const scan = findScan(read).get({ id })
  if (scan === undefined || scan.syncedAt !== null) return []
  const { counting, read: asRead } = papersOf(read, scan, deps.rules(read).rules)
  if (counting === null) return []
  const byPlace = Map.groupBy(openFindings(read, deps, scan), ({ key, line }) => `${line} ${key}`)
  const papers = { counting, asRead, products: productsOf(counting) }
  return [...byPlace.values()]
    .flatMap((findings) => findings.slice(0, 1).map((first) => placeOf(papers, first, findings)))
    .toSorted((a, b) => (a.line ?? -1) - (b.line ?? -1))
}

function productsOf(paper: RuledPaper): readonly { computedPaise: number | null }[] {
  if (paper.category === 'bank_entry') return []
  return addUp(tradeFacts(checkedDocument(paper))).lines
}

type Papers = {
  counting: RuledPaper
  asRead: Paper | null
  products: readonly { computedPaise: number | null }[]
}

function placeOf(
  { counting, asRead, products }: Papers,
  { key, line }: Finding,
  findings: readonly Finding[],
): DoubtfulPlace {
  const fields = fieldsAt(counting, line)
  const printed = fieldsAt(asRead, line)
  const evidenceOf = ({ label }: Field) => printed.find((one) => one.label === label)?.evidence
  const field = fieldIn(fields, key)
  const beside = fields.flatMap((one) => {
    const text = textOfValue(one.value)
    return one === field || text === '' ? [] : [{ key: one.key, text, evidence: evidenceOf(one) }]
  })
  return {
    key,
    line: line ?? null,
    text: field === undefined ? '' : textOfValue(field.value),
    findings,
    evidence: field === undefined ? asRead?.evidence : evidenceOf(field),
    beside,
    computedPaise: line === undefined ? null : (products[line]?.computedPaise ?? null),
  }
}

function fieldsAt(paper: Paper | null, line: number | undefined): readonly Field[] {
  return (line === undefined ? paper?.head : paper?.lines[line]) ?? []
}

/** As the checks count: the first field with a text has the key. Further ones go by their label. */
function fieldIn(fields: readonly Field[], key: string): Field | undefined {
  const named = fields.filter((field) => field.key === key)
  return (
    named.find(({ value }) => textOfValue(value).trim() !== '') ??
    fields.find((field) => field.label === key) ??
    named[0]
  )
}

/** The state of a document before an answer, for `takeBackAnswer`. */
export type BeforeAnswer = Pick<Scan, 'id' | 'correction' | 'confirmed'> & { answered: string }

type PlacesAnswer = {
  id: string
  /** The places that stand so on the paper. */
  places: readonly AnsweredPlace[]
  /** The place that says something else, and what. */
  other?: AnsweredPlace & { value: string }
}

/**
 * Answers some places of a held document. Throws AppError `conflict` where nothing is asked about them any more, and everything that
 * `correctScan` throws.
 */
export async function answerPlaces(
  deps: Deps,
  { id, places, other }: PlacesAnswer,
  by: string,
): Promise<BeforeAnswer> {
  const { read } = deps.database
  const scan = requireScan(read, id)
  const { counting } = papersOf(read, scan, deps.rules(read).rules)
  const answered = other === undefined ? places : [...places, other]
  const asked = openFindings(read, deps, scan).filter(isAbout(answered))
  if (counting === null || asked.length === 0) {
    throw new AppError('conflict', 'Nobody asks about this value any more.')
  }
  const { raw } = toStored(other === undefined ? counting : withValue(counting, other))
  const confirmed = asked.filter(isAbout(places))
  await correctScan(deps, id, raw, by, { startedFrom: versionOf(scan), confirmed })
  const { correction, confirmed: before } = scan
  return { id, correction, confirmed: before, answered: JSON.stringify(raw) }
}

function isAbout(places: readonly AnsweredPlace[]): (finding: Finding) => boolean {
  return ({ key, line }) => places.some((at) => at.key === key && at.line === (line ?? null))
}

/** A field that was not printed has its key as its label. */
function withValue(paper: Paper, { key, line, value }: AnsweredPlace & { value: string }): Paper {
  const changed = (fields: readonly Field[]): Field[] => {
    const field = fieldIn(fields, key)
    if (field === undefined) return [...fields, { label: key, key, value }]
    return fields.map((one) => (one === field ? { ...one, value } : one))
  }
  if (line === null) return { ...paper, head: changed(paper.head) }
  return { ...paper, lines: paper.lines.map((one, at) => (at === line ? changed(one) : one)) }
}

/**
 * Takes the last answer about a document back, so that it is held as before. Throws AppError `not_found`, and `conflict` for a synced
 * document and for one that somebody has changed since.
 */
export async function takeBackAnswer(deps: Deps, before: BeforeAnswer, by: string): Promise<void> {
  const { id, correction, confirmed, answered } = before
  await deps.database.write((conn) => {
    const scan = requireScan(conn, id)
    requireUnsynced(scan, 'take the answer back')
    if (scan.correction !== answered) {
      throw new AppError('conflict', `Somebody changed ${scan.filename} meanwhile.`)
    }
    setCorrection(conn).run({ id, correction })
    setConfirmed(conn).run({ id, confirmed })
    holdOrQueue(conn, deps, id)
    // What the bill taught is what it says now.
    if (correction === null) unlearnBill(conn, id)
    else learnBill(conn, deps, id)
    const details = { id, filename: scan.filename }
    recordHistory(conn, deps.clock.now(), { action: 'answer taken back', userId: by, details })
  })
}
