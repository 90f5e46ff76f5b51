import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { readDay, readNumber } from '../../../paper/values.ts'

/** What lists show of a document. */
export type ShownHead = {
  invoiceNo: string | null
  invoiceDate: string | null
  /** Null for a bank statement: the account's name is the shop itself. */
  seller: string | null
  /** Null unless the document is a bank statement. */
  account: Account | null
  /** In rupees. */
  total: number | null
}

/** An account, and the days that its statement covers, as far as they were read. */
type Account = {
  number: string | null
  bank: string | null
  from: string | null
  to: string | null
}

/** What lists show of the head of a document. */
export function shownHead(isStatement: boolean, head: JsonObject): ShownHead {
  return {
    invoiceNo: textOf(head['invoice_no']) ?? textOf(head['po_no']),
    invoiceDate: textOf(head['invoice_date']) ?? textOf(head['po_date']),
    seller: isStatement ? null : (textOf(head['vendor_name']) ?? textOf(head['name'])),
    account: isStatement ? accountOf(head) : null,
    total: amountOf(head['total']),
  }
}

function accountOf(head: JsonObject): Account {
  return {
    number: textOf(head['account_no']),
    bank: textOf(head['bank_name']),
    from: dayOf(head['statement_from']),
    to: dayOf(head['statement_to']),
  }
}

export function textOf(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : null
}

/** A printed date that the rules leave as it is. */
function dayOf(value: JsonValue | undefined): string | null {
  const text = textOf(value)
  return text === null ? null : (readDay(text) ?? text)
}

function amountOf(value: JsonValue | undefined): number | null {
  if (typeof value === 'number') return value
  return typeof value === 'string' ? (readNumber(value, false) ?? null) : null
}
