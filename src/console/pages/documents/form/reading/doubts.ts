import type { Draft } from '../draft.ts'
import type { Kind } from '../kinds.ts'
import { cellAt, columnsOf, isSamePlace, type Place } from '../places.ts'
import { isSameFinding, type Finding } from '../sums.ts'

/** A doubtful value: the reader's finding, its place, and the value that was read. */
export type Doubt = { finding: Finding; place: Place; text: string }

/** The place of doubts about the whole document, which has no field. */
export const wholePlace: Place = { line: null, key: '' }

/** Keys without a field in any form. Their doubts belong to the whole document. */
const withoutField = new Set(['', 'document_type'])

type Placing = {
  /** The reading. */
  opened: Draft
  /** The present values. A stored draft has other lines. */
  draft: Draft
  kind: Kind
}

/** The doubts in the order of the form, without those of removed fields. */
export function placedDoubts(
  findings: readonly Finding[],
  { opened, draft, kind }: Placing,
): Doubt[] {
  const doubts = findings
    .filter(({ code }) => code === 'doubt')
    .flatMap((finding): Doubt[] => {
      const place = placeIn(draft, finding)
      const read = placeIn(opened, finding)
      if (place === undefined || read === undefined) return []
      return [{ finding, place, text: cellAt(opened, read)?.text ?? '' }]
    })
  const order = placeOrder(kind, draft)
  return doubts.toSorted((a, b) => order(a.place) - order(b.place))
}

/** The place of a finding in a draft. */
function placeIn(draft: Draft, { key, line }: Finding): Place | undefined {
  if (line === undefined) {
    if (withoutField.has(key)) return wholePlace
    if (draft.head[key] !== undefined) return { line: null, key }
    const other = draft.others.find((field) => (field.key ?? field.label) === key)
    return other === undefined ? undefined : { line: null, key: other.id }
  }
  const at = draft.lines.find(({ readAt }) => readAt === line)
  if (at === undefined) return undefined
  const column = draft.columns.find((one) => (one.key ?? one.label) === key)
  const name = at.cells[key] === undefined ? column?.id : key
  return name === undefined ? undefined : { line: at.id, key: name }
}

/** The order of places: the whole document, its head, its lines, its foot. */
function placeOrder(kind: Kind, draft: Draft): (place: Place) => number {
  const head = ['', ...kind.head, ...kind.more]
  const columns = columnsOf(kind, draft).map(({ key }) => key)
  const lines = new Map(draft.lines.map(({ id }, at) => [id, at]))
  const ofHead = (key: string) => {
    const [at, foot] = [head.indexOf(key), kind.foot.indexOf(key)]
    if (foot !== -1) return footOrder + foot
    return at === -1 ? head.length : at
  }
  return ({ line, key }) =>
    line === null
      ? ofHead(key)
      : headOrder + (lines.get(line) ?? 0) * (columns.length + 1) + columns.indexOf(key)
}

/** More than the fields of a head, and more than the cells of all lines. */
const headOrder = 1_000
const footOrder = 1e9

/** The doubts whose findings are in a list. */
export function doubtsAmong(
  doubts: readonly Doubt[],
  findings: readonly Finding[],
): ReadonlySet<Doubt> {
  const isAmong = ({ finding }: Doubt) => findings.some((other) => isSameFinding(other, finding))
  return new Set(doubts.filter(isAmong))
}

/** The doubts that nobody has accepted and whose values nobody has changed. */
export function openDoubts(
  doubts: readonly Doubt[],
  accepted: ReadonlySet<Doubt>,
  draft: Draft,
): Doubt[] {
  if (doubts.length === 0) return []
  const cells = new Map(draft.lines.map(({ id, cells: its }) => [id, its]))
  return doubts.filter((doubt) => {
    const { line, key } = doubt.place
    if (accepted.has(doubt)) return false
    if (line === null) return key === '' || (cellAt(draft, doubt.place)?.text ?? '') === doubt.text
    const cell = cells.get(line)?.[key]
    return cell !== undefined && cell.text === doubt.text
  })
}

/** The next doubt after a place. After the last one, it starts from the beginning. */
export function nextDoubt(
  doubts: readonly Doubt[],
  open: readonly Doubt[],
  from: Place,
): Doubt | undefined {
  const at = doubts.findLastIndex(({ place }) => isSamePlace(place, from))
  const behind = doubts.slice(at + 1)
  return [...behind, ...doubts].find((doubt) => open.includes(doubt))
}
