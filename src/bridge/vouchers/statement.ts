import { checkStatement } from '../../paper/checks/check-statement.ts'
import { type Fields, textAt } from '../../paper/checks/document.ts'
import type { DeliveredScan } from './delivered.ts'
import { documentOf, firstText, paperOf } from '../../paper/paper.ts'
import { dayAt } from './document.ts'
import { Lookup } from './lookup.ts'
import type { Mappings } from './mappings.ts'
import { movementOf, sidedLines } from './statement-rows.ts'
import type { BankAllocation, Paise, Part, VoucherKind } from './voucher.ts'

/**
 * The vouchers of a bank statement, one for each row that moves money. Money out is a payment and money in is a receipt. Money between the
 * shop's own accounts and its cash is a contra. A row is refused if its balance contradicts it, or if its amount or direction is unknown.
 */
export function statementParts(scan: DeliveredScan, mappings: Mappings): Counted[] {
  const said = documentOf(paperOf(scan.data, 'bank_entry'))
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
