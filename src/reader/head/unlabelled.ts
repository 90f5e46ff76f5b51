import { readGstin } from '../../paper/values.ts'
import { fieldName } from '../../paper/fields.ts'
import { isSame } from '../fuse.ts'
import { withDoubt } from '../page.ts'
import { lessSure } from '../sureness.ts'
import type { Piece } from '../level.ts'
import { boxOf, phrasesOf, type Row, textOf } from '../rows.ts'
import { bareWorth, type Candidate, type HeadPage, valueOf, withCheck } from './candidates.ts'
import { codeForm, dateForm, emailForm, phoneForm } from './forms.ts'
import { dateOf, otherPapers } from '../../paper/fields/head-words.ts'
import { bankIn, isLabelText, type Printed } from './party-names.ts'
import { keyFor } from './known-labels.ts'
import { bareDate, type LabelSpot } from './find-labels.ts'
import { valuesOf } from './label-values.ts'
import { zoneAt } from './zones.ts'

/* Values without a label. Their form or their place tells their key. */

export function unlabelled(layout: HeadPage): Candidate[] {
  return [
    ...bareNumbers(layout),
    ...bareEmails(layout),
    ...bareBanks(layout),
    ...numberBehindTitle(layout),
    ...numberAlone(layout),
    ...numberWithDate(layout),
    ...numberOfTrade(layout),
    ...barePhones(layout),
    ...onlyDate(layout),
    ...reverseCharge(layout),
    ...noteReference(layout),
  ]
}

/** A GSTIN without a label. Its check character proves it. */
function bareNumbers(layout: HeadPage): Candidate[] {
  return bare(layout, 'gstin', (text) => gstinIn(text)).map((one) => ({
    ...one,
    value: withCheck(one.value),
  }))
}

/** An Indian mobile number at the top of a paper or in its last rows. Behind a telephone symbol, any number. */
function barePhones(layout: HeadPage): Candidate[] {
  const bottom = layout.rows.length - footRows
  return layout.rows.flatMap((row, index) => {
    const isEdge = (boxOf(row.pieces)[1] ?? 1) < letterheadMax || index >= bottom
    return row.pieces.flatMap((piece, at): Candidate[] => {
      const isSymbol = telephone.test(row.pieces[at - 1]?.word.text ?? piece.word.text)
      const phone = isEdge && !layout.table.has(index) ? phoneAt(row, at, isSymbol) : undefined
      const owner = zoneAt(layout.zones, index, piece)?.owner
      const key = keyFor('phone', owner, layout.category)
      if (phone === undefined || key === undefined) return []
      return [{ key, value: valueOf(phone.text, '', phone.pieces, layout), worth: bareWorth }]
    })
  })
}

const mobile = /^(?:\+?91[- ]?)?[6-9]\d{4}[- ]?\d{5}$/
const telephone = /^[☎☏✆℡📞📱🕿]/u
/** The part of the page that holds the letterhead, and the number of rows in the foot. */
const letterheadMax = 0.2
const footRows = 2

function phoneAt({ pieces }: Row, at: number, isSymbol: boolean) {
  const run = pieces.slice(at, at + phoneWordsMax)
  const words = run.map(({ word }) => word.text.replace(telephone, '').replace(/[,;]$/, ''))
  const end = words.findIndex((word) => !/\d/.test(word))
  const match = phoneForm(end > 0 ? words.slice(0, end) : words, false)
  const isPhone = match !== undefined && (isSymbol || mobile.test(match.text))
  return isPhone ? { text: match.text, pieces: run.slice(0, match.count) } : undefined
}

const phoneWordsMax = 3

function bareEmails(layout: HeadPage): Candidate[] {
  // A rule before the address may be read as a stroke.
  return bare(layout, 'email', (text) => emailForm([text.replace(/^\|+/, '')], false)?.text)
}

/** "ICICI Bank Ltd, A/c No. 623069257482, IFSC ICIC0198132": a bank in one row with its account, without a label. */
function bareBanks(layout: HeadPage): Candidate[] {
  return layout.rows.flatMap((row, index): Candidate[] => {
    const hasAccount = layout.spots.some(
      (spot) =>
        spot.row === index && spot.keys.some((key) => key === 'account_no' || key === 'ifsc'),
    )
    const bank = hasAccount && !layout.table.has(index) ? bankIn(row.pieces) : undefined
    if (bank === undefined) return []
    return [
      { key: 'bank_name', value: valueOf(bank.text, '', bank.pieces, layout), worth: bareWorth },
    ]
  })
}

function bare(layout: HeadPage, key: string, read: (text: string) => string | undefined) {
  return layout.rows.flatMap((row, index) =>
    row.pieces.flatMap((piece): Candidate[] => {
      const text = layout.table.has(index) ? undefined : read(piece.word.text)
      const owner = zoneAt(layout.zones, index, piece)?.owner
      const own = text === undefined ? undefined : keyFor(key, owner, layout.category)
      if (text === undefined || own === undefined) return []
      return [{ key: own, value: valueOf(text, '', [piece], layout), worth: bareWorth }]
    }),
  )
}

/** A GSTIN may stand in brackets or be run together with its label. */
const bareGstin = /\d{2}[A-Z]{5}\d{4}[A-Z][\dA-Z]{3}/

/** The GSTIN within a word. */
export function gstinIn(text: string): string | undefined {
  return readGstin(bareGstin.exec(text.toUpperCase())?.[0] ?? '')
}

/** The number of a paper may stand within this many rows below the title. */
const titleRowsMax = 2

/** "Memo of Fees 5190/26-27", "Sr. ST/118", "# ST/118": a number above the lines, behind a cross or words that name the paper. */
function numberBehindTitle(layout: HeadPage): Candidate[] {
  return rowsAbove(layout).flatMap((row) =>
    phrasesOf(row).flatMap(({ pieces }) => {
      const at = pieces.findIndex(({ word }) => /\d/.test(word.text))
      const title = textOf(pieces.slice(0, Math.max(at, 0)))
      const code = paperTitle.test(title) ? wholeCode(pieces.slice(at), layout) : undefined
      if (code === undefined) return []
      const number = numberOf(code, title, pieces.slice(at), layout)
      return [title === '#' ? number : asReference(number)]
    }),
  )
}

const paperTitle =
  /^(?:(?:[\p{L}&/-]+ ){0,2}(?:invoice|bill|memo|note|receipt|voucher|order)(?: (?:of|for) [\p{L}]+)?|(?:sr|ref|serial|document)\.?|#)$/iu

/** A number alone beside the title, or just below it. */
function numberAlone(layout: HeadPage): Candidate[] {
  const { rows, titles, zones, spots } = layout
  const [title] = titles
  if (title === undefined) return []
  return rows.slice(title.row, title.row + 1 + titleRowsMax).flatMap((row, below) =>
    phrasesOf(row).flatMap(({ pieces }) => {
      const [first] = pieces
      const index = title.row + below
      if (first === undefined || zoneAt(zones, index, first) !== undefined) return []
      const isLabelled = spots.some(
        (spot) => spot.row === index && spot.to <= row.pieces.indexOf(first),
      )
      const code = isLabelled || layout.table.has(index) ? undefined : wholeCode(pieces, layout)
      return code === undefined || !ownForm.test(code)
        ? []
        : [asReference(numberOf(code, '', pieces, layout))]
    }),
  )
}

/** Digits with letters or strokes. Pin codes and telephone numbers do not match. */
const ownForm = /^(?=.*\d)(?=.*[\p{L}/-])[\p{L}\d/-]{4,16}$/u

/**
 * "A-1833 / 26-Oct-25", "Our Ref: A-1833 dated 26-Oct-25", or a number alone with a date alone above or below it: if nothing names the
 * number of the paper, the only number with a date is its own.
 */
function numberWithDate(layout: HeadPage): Candidate[] {
  const key = ownNumber(layout)
  const rows = rowsAbove(layout)
  const pairs = rows.flatMap((row, index) =>
    phrasesOf(row).flatMap(({ pieces }) => [
      ...inPhrase(pieces, index, layout),
      ...inColumn(pieces, rows[index + 1], index, layout),
    ]),
  )
  const [pair, other] = pairs
  if (pair === undefined) return []
  const { number, date, label } = pair
  const own = numberOf(number.text, label, number.pieces, layout)
  const day = valueOf(date.text, label, date.pieces, layout)
  const doubt = `${fieldName(key)}: “${number.text}” and “${other?.number.text}” have a date each, and no label.`
  return [
    other === undefined ? own : { ...own, value: withDoubt(own.value, doubt) },
    { key: dateOf.get(key) ?? '', value: day, worth: referenceWorth },
  ]
}

type Pair = { readonly number: Printed; readonly date: Printed; readonly label: string }

function inPhrase(pieces: readonly Piece[], index: number, layout: HeadPage): Pair[] {
  const at = pieces.findIndex(({ word }) => /\d/.test(word.text))
  const label = textOf(pieces.slice(0, Math.max(at, 0)))
  const [first] = pieces
  if (at === -1 || first === undefined || !isUnknown(label, index, first, layout)) return []
  const words = pieces.slice(at).map(({ word }) => word.text)
  const to = words.findIndex((word) => between.test(word))
  const code = to === -1 ? undefined : codeForm(words.slice(0, to), layout.isOcr)
  const date = dateForm(words.slice(to + 1), layout.isOcr)
  if (code?.count !== to || date?.count !== words.length - to - 1) return []
  const [number, day] = [pieces.slice(at, at + to), pieces.slice(at + to + 1)]
  return [
    { number: { text: code.text, pieces: number }, date: { text: date.text, pieces: day }, label },
  ]
}

/** A number and its date alone, one below the other. */
function inColumn(
  pieces: readonly Piece[],
  next: Row | undefined,
  index: number,
  layout: HeadPage,
): Pair[] {
  const [first] = pieces
  const code = wholeCode(pieces, layout)
  if (first === undefined || code === undefined || !ownForm.test(code)) return []
  if (next === undefined || !isUnknown('', index, first, layout)) return []
  const last = pieces.at(-1) ?? first
  return phrasesOf(next).flatMap((phrase) => {
    const words = phrase.pieces.map(({ word }) => word.text)
    const date = dateForm(words, layout.isOcr)
    const off = Math.min(Math.abs(phrase.left - first.left), Math.abs(phrase.right - last.right))
    if (date?.count !== words.length || off > next.height) return []
    return [
      {
        number: { text: code, pieces },
        date: { text: date.text, pieces: phrase.pieces },
        label: '',
      },
    ]
  })
}

const between = /^(?:[/|–—-]|dtd?\.?|dated?|of)[:.]?$/i

/** Whether a text is no label of another paper's number, and stands outside of all blocks. */
function isUnknown(label: string, index: number, first: Piece, layout: HeadPage): boolean {
  const row = layout.rows[index]
  const isLabelled = layout.spots.some(
    (spot) => spot.row === index && spot.keys.length > 0 && row?.pieces[spot.from] === first,
  )
  const isOwn = label.split(' ').length <= labelWordsMax && !otherPapers.test(label.toLowerCase())
  const isOfParty = label === '' && zoneAt(layout.zones, index, first) !== undefined
  return isOwn && !isLabelled && !isOfParty
}

const labelWordsMax = 3

/** "Patti No : ST/118": the only number behind a word of a trade. It is doubted if the date of the paper does not stand beside it. */
function numberOfTrade(layout: HeadPage): Candidate[] {
  const { rows, spots, table } = layout
  const numbers = spots.flatMap((spot) => {
    const row = rows[spot.row]
    const piece = row?.pieces[spot.from]
    if (row === undefined || piece === undefined || table.has(spot.row)) return []
    if (spot.keys.length > 0 || spot.isFirst || !/^(?:no|number|#)\.?$/i.test(spot.text)) return []
    const { pieces = [] } = phrasesOf(row).find((one) => one.pieces.includes(piece)) ?? {}
    const word = textOf(pieces.slice(0, pieces.indexOf(piece)))
    if (otherPapers.test(word.toLowerCase()) || isLabelText(word)) return []
    const [value] = valuesOf({ ...spot, keys: [ownNumber(layout)] }, layout)
    return value === undefined ? [] : [{ value, row: spot.row, label: `${word} ${spot.text}` }]
  })
  const [only, other] = numbers
  if (only === undefined || other !== undefined) return []
  const { value, label } = only
  const number = numberOf(value.text, label, value.pieces, layout)
  const key = dateOf.get(number.key) ?? ''
  const days = spots.flatMap((spot) => {
    const isBeside = spot.row === only.row && bareDate.test(spot.text)
    const isNear = Math.abs(spot.row - only.row) <= 1 && spot.keys.includes(key)
    return isBeside || isNear ? valuesOf({ ...spot, keys: [key] }, layout) : []
  })
  const found = days.map(({ text, pieces }) => valueOf(text, label, pieces, layout))
  const dates = found.map((day) => ({ key, value: day, worth: referenceWorth }))
  return dates.length > 0 ? [number, ...dates] : [asReference(number)]
}

/** A number with nothing behind it. */
function wholeCode(pieces: readonly Piece[], { isOcr }: HeadPage): string | undefined {
  const code = codeForm(
    pieces.map(({ word }) => word.text),
    isOcr,
  )
  return code?.count === pieces.length ? code.text : undefined
}

function rowsAbove({ rows, table }: HeadPage): readonly Row[] {
  return rows.slice(0, Math.min(rows.length, ...table))
}

/**
 * If no label names the date of the paper, the only date above the lines is taken, else the only one with a time below them, as receipts
 * print it. It is doubted beside an unknown label or another date.
 */
function onlyDate(layout: HeadPage): Candidate[] {
  const key = layout.category === 'purchase_order' ? 'po_date' : 'invoice_date'
  if (layout.spots.some(({ keys }) => keys.includes(key))) return []
  // A date beside a label of another date belongs to that label.
  const others = new Set(
    layout.spots.flatMap(({ row, keys, text }) =>
      keys.some((one) => one.endsWith('_date')) || /\bdate$/i.test(text) ? row : [],
    ),
  )
  const isFree = (_: Row, index: number) => !others.has(index)
  const rows = layout.rows.filter(isFree)
  const found = rowsAbove(layout)
    .filter(isFree)
    .flatMap((row) => datesIn(row, layout))
  const printed = rows.filter(hasTime).flatMap((row) => datesIn(row, layout))
  const dates = found.length > 0 ? found : printed
  const [first] = dates
  if (first === undefined || dates.some((one) => !isSame(key, one.text, first.text))) return []
  const value = valueOf(first.text, '', first.pieces, layout)
  const isAlone = layout.rows
    .filter((_, index) => !layout.table.has(index))
    .flatMap((row) => datesIn(row, layout))
    .every(({ text }) => isSame(key, text, first.text))
  // An unknown label may name another date. A person says once what it means.
  const isBare = rows.some((row) =>
    phrasesOf(row).some(({ pieces: [begin] }) => begin === first.pieces[0]),
  )
  const isSure = isAlone && (isBare || printed.includes(first))
  const doubt = `${fieldName(key)}: “${first.text}” is the only date of its kind, and has no label.`
  return [{ key, value: isSure ? value : withDoubt(value, doubt), worth: bareWorth }]
}

function hasTime({ pieces }: Row): boolean {
  return pieces.some(({ word }) => /^\d{1,2}:\d\d(?::\d\d)?(?:[ap]m)?$/i.test(word.text))
}

function datesIn({ pieces }: Row, { isOcr }: HeadPage) {
  return pieces.flatMap((_, at) => {
    const match = dateForm(
      pieces.slice(at, at + dateWordsMax).map(({ word }) => word.text),
      isOcr,
    )
    if (match === undefined) return []
    return [{ text: match.text, pieces: pieces.slice(at, at + match.count) }]
  })
}

const dateWordsMax = 4

/** The bill that a note refers to: "Ref. : ST/2201 dt. 02.09.2026". */
function noteReference(layout: HeadPage): Candidate[] {
  const isNote = layout.titles[0]?.kind.endsWith('note') === true
  const spots = layout.spots.filter(
    ({ row, text }) => reference.test(text) && !layout.table.has(row),
  )
  if (!isNote) return spots.flatMap((spot) => referenceAsNumber(spot, layout))
  const keys = ['original_invoice_no', 'original_invoice_date']
  return spots.flatMap((spot) => {
    // Here the label of the date is part of the value.
    const others = layout.spots.filter(
      ({ row, text }) => row !== spot.row || !/^d(?:ate)?d?t?\.?$/i.test(text),
    )
    return valuesOf({ ...spot, keys }, { ...layout, spots: others }).map(
      ({ key, text, pieces }) => ({
        key,
        value: valueOf(text, spot.text, pieces, layout),
        worth: bareWorth,
      }),
    )
  })
}

/** "Ref T26/118": the bill's own number if no other label names it. It is doubted. */
function referenceAsNumber(spot: LabelSpot, layout: HeadPage): Candidate[] {
  const key = ownNumber(layout)
  return valuesOf({ ...spot, keys: [key] }, layout).map(({ text, pieces }) =>
    asReference(numberOf(text, spot.text, pieces, layout)),
  )
}

function ownNumber({ category }: HeadPage): string {
  return category === 'purchase_order' ? 'po_no' : 'invoice_no'
}

/** A number that may be the paper's own. */
function numberOf(
  text: string,
  label: string,
  pieces: readonly Piece[],
  layout: HeadPage,
): Candidate {
  const value = valueOf(text, label, pieces, layout)
  return { key: ownNumber(layout), value, worth: referenceWorth }
}

/** Little says that the number is the paper's. A person is asked for one without a label, so that the seller's own label is learnt. */
function asReference({ key, value, worth }: Candidate): Candidate {
  const { text, label } = value
  const own = `${fieldName(key)}: “${text}”`
  return label === ''
    ? { key, value: withDoubt(value, `${own} stands beside the title, and has no label.`), worth }
    : {
        key,
        value: lessSure(value, 'behindReference', `${own} stands behind “${label}” alone.`),
        worth,
      }
}

/** Less than a value in a sentence. */
const referenceWorth = 0.3

const reference =
  /^(?:sr|(?:bill |invoice |inv )?ref(?:erence)?(?: no)?|against|agst|reference no & date)\.?$/i

/** The question about reverse charge in a sentence, with its answer behind it. */
function reverseCharge(layout: HeadPage): Candidate[] {
  return layout.rows.flatMap(({ pieces }) => {
    const at = pieces.findIndex(
      ({ word }, index) =>
        /reverse/i.test(word.text) && /charge/i.test(pieces[index + 1]?.word.text ?? ''),
    )
    const answer =
      at === -1
        ? undefined
        : pieces.slice(at + 2, at + 7).find(({ word }) => /^(?:yes|no|y|n)\.?$/i.test(word.text))
    if (answer === undefined) return []
    const value = valueOf(answer.word.text.replace('.', ''), 'Reverse Charge', [answer], layout)
    return [{ key: 'reverse_charge', value, worth: bareWorth }]
  })
}
