import type { DeliveredScan } from './delivered.ts'
import { Lookup, type Mappings } from './lookup.ts'
import type { BankAllocation, Paise, Part, VoucherKind } from './voucher.ts'
import { checkStatement } from '../../paper/checks/check-statement.ts'
import {
  type CheckedDocument,
  dayAt,
  type Fields,
  isUnreadAt,
  numberAt,
  textAt,
} from '../../paper/checks/document.ts'
import { documentOf, firstText } from '../../paper/paper.ts'
import { readSide } from '../../paper/values.ts'

/**
 * The vouchers of a bank statement, one for each row that moves money. Money out is a payment and money in is a receipt. Money between the
 * shop's own accounts and its cash is a contra. A row is refused if its balance contradicts it, or if its amount or direction is unknown.
 */
export function statementParts(scan: DeliveredScan, mappings: Mappings): Counted[] {
  const said = documentOf(scan.data, 'bank_entry')
  const document = { ...said, lines: sidedLines(said) }
  const wrong = new Map(
    checkStatement(document).flatMap(({ line, code, message }) =>
      line === undefined || code !== 'sum' ? [] : [[line, message] as const],
    ),
  )
  const parts = document.lines.flatMap((row, part) => {
    const { moved = 0, message } = movementOf(row)
    const problems = [
      { field: 'amount', message },
      { field: 'balance', message: wrong.get(part) },
    ]
    const lookup = new Lookup(mappings)
    const isRefused = refuseWrong(problems, lookup)
    const printed = printedOf(row, moved)
    if (moved === 0) return isRefused ? [{ part, printed, lookup }] : []
    const voucher = rowVoucher({ head: document.head, row, moved, mappings }, lookup)
    return [{ part, printed, ...(voucher && { voucher }), lookup }]
  })
  return parts.length === 0 ? [noRows(mappings)] : parts
}

/** The row's own texts, without the balance, which changes with every row above. */
function printedOf(row: Fields, moved: Paise): string {
  const texts = ['date', 'value_date', 'narration', 'description', 'reference', 'debit', 'credit']
  return JSON.stringify([moved, ...texts.map((name) => textAt(row, name))])
}

function refuseWrong(
  problems: readonly { field: string; message: string | undefined }[],
  lookup: Lookup,
): boolean {
  for (const { field, message } of problems) {
    if (message !== undefined) lookup.refuse({ code: 'totals_mismatch', field, message })
  }
  return problems.some(({ message }) => message !== undefined)
}

/** The statement waits for a person. Without parts it would count as entered. */
function noRows(mappings: Mappings): Counted {
  const lookup = new Lookup(mappings)
  const message = 'The statement has no row that moves money.'
  lookup.refuse({ code: 'totals_mismatch', field: 'line_items', message })
  return { part: 0, lookup }
}

/** A part whose problems are still in its lookup. */
export type Counted = Omit<Part, 'problems'> & { lookup: Lookup }

type Row = { head: Fields; row: Fields; moved: Paise; mappings: Mappings }

function rowVoucher({ head, row, moved, mappings }: Row, lookup: Lookup): Part['voucher'] {
  const narration = firstText(row, 'narration', 'description')
  const account = accountOf(head)
  const bank = lookup.ledger(
    account === '' ? 'bank' : `bank:${account}`,
    `the bank account ${account}`.trim(),
  )
  const other = otherLedger(row, narration, lookup)
  const kind = kindOf(moved, other, lookup)
  const voucherType = lookup.voucherType(kind)
  const date = dayAt(row, 'date') ?? dayAt(row, 'value_date')
  if (date === undefined) {
    const message = 'The row of the statement has no date.'
    lookup.refuse({ code: 'date_out_of_period', field: 'date', message })
    return undefined
  }
  return {
    kind,
    voucherType,
    date,
    party: other,
    reference: '',
    narration,
    entries: [
      { ledger: other, paise: -moved, isParty: true },
      { ledger: bank, paise: moved, bank: bankAllocation(row, other, date) },
    ],
    items: [],
    tax: {},
    ...(mappings.settings.as_optional && { isOptional: true }),
  }
}

/** The seller that the row names, else cash, else the ledger for unknown entries. */
function otherLedger(row: Fields, narration: string, lookup: Lookup): string {
  const name = textAt(row, 'vendor_name')
  if (name !== '') return lookup.party('', name)
  const known = lookup.partyIfMapped('', narration)
  if (known !== undefined) return known
  return isCash(narration)
    ? lookup.ledger('cash', 'cash')
    : lookup.ledger('suspense', 'what a bank entry is for when nobody knows')
}

/** Words of banks for cash that is drawn or paid in. */
const cashWords =
  /\b(?:atm[ /-]?(?:wdl|cash|wd|withdrawal)|cash[ /-]?(?:dep(?:osit)?|wdl|withdrawal|paid)|(?:by|to) cash|cdm)\b|^(?:atw|nwd|eaw)[ /-]/i

/** A cheque that the shop drew to itself. A "Self Help Group" does not match. */
const drawnBySelf =
  /\b(?:ch(?:e)?q(?:ue)?|cash)\b.*\bself\b(?![ -]+(?:help|emp|serv|fin|care|group))|\bself\b[ /-]+(?:ch(?:e)?q(?:ue)?|cash)\b/i

const transferWords = /\b(?:neft|rtgs|imps|upi|nach|ecs|ift|tpt|net ?banking)\b/i

function isCash(narration: string): boolean {
  const isNamed = cashWords.test(narration) || drawnBySelf.test(narration)
  return isNamed && !transferWords.test(narration)
}

function kindOf(moved: Paise, other: string, lookup: Lookup): VoucherKind {
  if (other !== '' && lookup.isOwnAccount(other)) return 'contra'
  return moved < 0 ? 'payment' : 'receipt'
}

/** The account number by which the ledger is looked up: only digits, letters and hidden digits. Without a number, the bank's name. */
function accountOf(head: Fields): string {
  const number = textAt(head, 'account_no').replace(/[^\p{L}\p{N}*]+/gu, '')
  return number === '' ? firstText(head, 'bank_name', 'ifsc') : number
}

function bankAllocation(row: Fields, favouring: string, date: string): BankAllocation {
  const number = textAt(row, 'reference')
  const narration = firstText(row, 'narration', 'description')
  return {
    type: typeOf(number, narration),
    number,
    favouring,
    date,
    bankersDate: dayAt(row, 'value_date') ?? date,
  }
}

/** A cheque number has six digits, sometimes with leading zeros. Transfers are known by the words for their kind. */
function typeOf(number: string, narration: string): BankAllocation['type'] {
  if (transferWords.test(narration)) return 'e-Fund Transfer'
  return /^0*\d{6}$/.test(number) && Number(number) > 0 ? 'Cheque' : 'Others'
}

type Side = 'debit' | 'credit'

/**
 * `moved` is in paise: above zero for money in, below zero for money out, absent if the row moves none. `message` says why the amount is
 * unknown.
 */
type Movement = { moved?: Paise; message?: string }

/** The amount that a row of `sidedLines` moves. */
function movementOf(row: Fields): Movement {
  const unread = amountKeys.find((key) => isUnreadAt(row, key))
  if (unread !== undefined) {
    return { message: `The amount “${textAt(row, unread)}” cannot be read.` }
  }
  const [debit, credit, amount] = amountKeys.map((key) => numberAt(row, key))
  if (debit !== undefined || credit !== undefined) {
    return { moved: Math.abs(credit ?? 0) - Math.abs(debit ?? 0) }
  }
  if (amount !== undefined) return amount === 0 ? {} : { message: noSide }
  return isRemark(row) ? {} : { message: 'The row has no amount that can be read.' }
}

const amountKeys = ['debit', 'credit', 'amount'] as const

const noSide =
  'Whether the money went out or came in cannot be told: mark the row as debit or credit.'

/** Whether the row is only a balance or another line without an entry. */
function isRemark(row: Fields): boolean {
  const day = dayAt(row, 'date') ?? dayAt(row, 'value_date')
  return day === undefined || balanceWords.test(firstText(row, 'narration', 'description'))
}

const balanceWords =
  /\b(?:b ?[/.-]? ?f(?:wd)?|c ?[/.-]? ?f(?:wd)?|(?:brought|carried) ?(?:forward|down|over)|opening|closing|balance|total)\b/i

/**
 * The rows of a statement. An amount becomes `debit` or `credit` if a side is printed beside it, or if the balances around it prove the
 * side.
 */
function sidedLines({ head, lines }: CheckedDocument): Fields[] {
  const proven = provenMoves(lines, numberAt(head, 'opening_balance'))
  return lines.map((line, at) => {
    const paise = onlyAmount(line)
    const moved = proven[at]
    const side = paise === 0 ? undefined : (printedSide(line, paise) ?? (moved && sideOf(moved)))
    if (!side) return line
    const { amount: _, ...others } = line
    return { ...others, [side]: String(Math.abs(paise) / 100) }
  })
}

/** The amount of a row with one column for both sides. 0 for any other row. */
function onlyAmount(line: Fields): Paise {
  const isSplit = textAt(line, 'debit') !== '' || textAt(line, 'credit') !== ''
  return isSplit ? 0 : (numberAt(line, 'amount') ?? 0)
}

function sideOf(moved: Paise): Side {
  return moved < 0 ? 'debit' : 'credit'
}

/** The side by the sign of the amount, or by another column of the row. */
function printedSide(line: Fields, paise: Paise): Side | undefined {
  if (paise < 0) return 'debit'
  const sides = Object.keys(line).flatMap((label) => sideUnder(label, textAt(line, label)) ?? [])
  const [side, ...others] = new Set(sides)
  return others.length === 0 ? side : undefined
}

const sideHeading = /^dr_cr$|^(?:dr?|cr?|debit|credit)\W+(?:or\W+)?(?:dr?|cr?|debit|credit)\b/i
const typeHeading = /^(?:(?:txn|trans?|transaction|entry)\W*)?type$|\bindicator$|^sign$/i

/** A single "D" under "Type" may be a deposit. */
function sideUnder(label: string, text: string): Side | undefined {
  if (sideHeading.test(label)) return readSide(text)
  return typeHeading.test(label) && text.length > 1 ? readSide(text) : undefined
}

/** The amounts as the balances before and after them prove them. Undefined where the balances prove nothing. */
function provenMoves(lines: readonly Fields[], opening: Paise | undefined) {
  const oldestFirst = movesBetween(lines, opening)
  const newestFirst = movesBetween(lines.toReversed(), opening).toReversed()
  const known = (moves: typeof oldestFirst) => moves.filter((moved) => moved !== undefined).length
  const order = orderOf(lines) || known(oldestFirst) - known(newestFirst)
  if (order === 0) return []
  return order > 0 ? oldestFirst : newestFirst
}

/** Above 0 if the oldest row comes first, below 0 if the newest row does. */
function orderOf(lines: readonly Fields[]): number {
  const days = lines.flatMap((line) => dayAt(line, 'date') ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  return first === last ? 0 : first < last ? 1 : -1
}

function movesSomething(line: Fields): boolean {
  return amountKeys.some((key) => textAt(line, key) !== '')
}

function movesBetween(lines: readonly Fields[], opening: Paise | undefined) {
  let before = opening
  return lines.map((line) => {
    const balance = numberAt(line, 'balance')
    const moved = balance === undefined || before === undefined ? undefined : balance - before
    const amount = Math.abs(onlyAmount(line))
    if (balance !== undefined || movesSomething(line)) before = balance
    return moved !== undefined && amount !== 0 && Math.abs(moved) === amount ? moved : undefined
  })
}
