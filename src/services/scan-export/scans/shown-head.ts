import type { Facts, Statement } from '../../../paper/facts.ts'

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

/** What lists show of the facts of a document's head. */
export function shownHead(facts: Facts): ShownHead {
  if (facts.kind === 'statement') {
    return {
      invoiceNo: null,
      invoiceDate: null,
      seller: null,
      account: accountOf(facts),
      total: null,
    }
  }
  const { number, orderNumber, day, seller, total } = facts
  return {
    invoiceNo: number ?? orderNumber ?? null,
    invoiceDate: day ?? null,
    seller: seller.name ?? null,
    account: null,
    total: total === undefined ? null : total / 100,
  }
}

function accountOf({ account: { number, bank }, period: { from, to } }: Statement): Account {
  return { number: number ?? null, bank: bank ?? null, from: from ?? null, to: to ?? null }
}
