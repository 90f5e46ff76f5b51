import type { Books, Entered } from './books.ts'
import type { Found } from './decide.ts'
import type { Noted } from './journal/fold.ts'
import { keyIn } from './keys.ts'
import { sameReference } from './vouchers/reference.ts'
import type { Voucher } from './vouchers/voucher.ts'

export type Look = { found: Found; entered: Entered | undefined; differences: string[] }

/**
 * What the accounts have under a key, compared with the voucher that should be there. After a send, an empty search near the voucher's
 * day proves nothing: somebody may have moved the voucher. Then all years are searched.
 */
export async function look(
  books: Books,
  key: string,
  noted: Noted,
  voucher: Voucher,
): Promise<Look> {
  const near = await books.withKey(key, voucher.date, 'near')
  const all =
    near.length === 0 && noted.wasSent ? await inAllYears(books, key, noted, voucher) : near
  const [entered] = all
  if (entered === undefined) return { found: 'none', entered, differences: [] }
  if (all.length > 1) {
    const numbers = all.map(({ voucherNo }) => voucherNo).join(', ')
    return { found: 'several', entered, differences: [`The books have it as ${numbers}.`] }
  }
  if (entered.isCancelled) return { found: 'cancelled', entered, differences: [] }
  const differences = books.differences(voucher, entered)
  return { found: differences.length === 0 ? 'equal' : 'different', entered, differences }
}

/** Finds the voucher by its key, or by the guid that was read back. Rewriting a narration removes the key. */
export async function inAllYears(
  books: Books,
  key: string,
  { verified }: Noted,
  voucher: Voucher,
): Promise<Entered[]> {
  const found = await books.withKey(key, voucher.date, 'wide')
  if (found.length > 0 || verified === undefined) return found
  return (await books.withGuid(verified.guid)).filter((entered) => isSameVoucher(voucher, entered))
}

/** Accounts that went back to an earlier state give the same guid to the next voucher. So an entry or the reference must agree too. */
function isSameVoucher({ entries, reference }: Voucher, entered: Entered): boolean {
  if (keyIn(entered.narration) !== undefined) return false
  const has = ({ ledger, paise }: Entered['entries'][number]) =>
    entered.entries.some((other) => other.ledger === ledger && other.paise === paise)
  return entries.some(has) || sameReference(reference, entered.reference)
}
