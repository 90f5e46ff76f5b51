import { toRupees } from '../../platform/money.ts'
import { foldText } from '../../platform/text.ts'
import type { Entered } from '../books.ts'
import { keyIn } from '../keys.ts'
import { lastDigits, sameReference, type Paise, type Voucher } from '../vouchers/voucher.ts'

import type { Filter } from './client.ts'
import { doctypeOf, fieldsOf, isOfBank } from './doctypes.ts'
import { bankAccountOf } from './render.ts'
import type { SiteFacts } from './facts.ts'
import { bankSide, type Place, readWhere } from './read-back.ts'

/*
 * Finds what somebody entered by hand, or from another scan of the same paper. A bill is recognised by party and number within a
 * financial year, a bank transaction by day, account and amount.
 */

/** Throws AppError as `Site` does. */
export async function readLikely(
  place: Place,
  facts: SiteFacts,
  voucher: Voucher,
  ownKeys: readonly string[],
): Promise<Entered[]> {
  return isOfBank(voucher.kind)
    ? await sameMovements(place, facts, voucher, ownKeys)
    : await samePapers(place, facts, voucher)
}

const uncancelled: Filter = ['docstatus', '!=', 2]

async function samePapers(place: Place, facts: SiteFacts, voucher: Voucher): Promise<Entered[]> {
  const { reference, party, date, kind } = voucher
  if (reference === '') return []
  const doctype = doctypeOf(kind)
  const fields = fieldsOf[doctype]
  const digits = lastDigits(reference)
  const year = facts.years.find(({ from, to }) => from <= date && date <= to)
  const filters: Filter[] = [
    uncancelled,
    [fields.party, '=', party],
    ...(digits === undefined ? [] : [[fields.reference, 'like', `%${digits}%`]]),
    ...(year === undefined
      ? []
      : [
          [fields.date, '>=', year.from],
          [fields.date, '<=', year.to],
        ]),
  ]
  const found = await readWhere(place, doctype, filters, (other) => sameReference(other, reference))
  const side = Math.sign(sumOf(voucher.entries, party))
  return found.filter(({ entries }) => Math.sign(sumOf(entries, party)) === side)
}

/** Rows of one statement may be equal, so the document's own rows do not count. */
async function sameMovements(
  place: Place,
  facts: SiteFacts,
  voucher: Voucher,
  ownKeys: readonly string[],
): Promise<Entered[]> {
  const bank = bankSide(voucher)
  const account = bankAccountOf(facts, bank?.ledger ?? '')
  if (bank === undefined || account === undefined) return []
  const field = bank.paise < 0 ? 'withdrawal' : 'deposit'
  const found = await readWhere(place, 'Bank Transaction', [
    uncancelled,
    ['bank_account', '=', account],
    ['date', '=', voucher.date],
    [field, '=', toRupees(Math.abs(bank.paise))],
  ])
  // ERPNext has only the bank's side. The other side is taken from this voucher.
  const entries = voucher.entries.map(({ ledger, paise }) => ({ ledger, paise }))
  return found
    .filter(({ narration }) => !ownKeys.includes(keyIn(narration) ?? ''))
    .map((other) => ({ ...other, entries, isOptional: false }))
}

function sumOf(entries: Entered['entries'], name: string): Paise {
  const named = entries.filter(({ ledger }) => foldText(ledger) === foldText(name))
  return named.reduce((sum, { paise }) => sum + paise, 0)
}
