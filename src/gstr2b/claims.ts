import { AppError } from '../platform/errors.ts'
import { correctField, countedBill, type ScanExportDeps } from '../services/scan-export/service.ts'
import { differenceText } from './entries/entry.ts'
import { agreementOf, differencesOf, type Difference } from './matching/differences.ts'
import type { Link } from './matching/match.ts'
import { listMonths } from './months.ts'
import { reconcile } from './reconcile.ts'

/**
 * A field where the GSTR-2B contradicts a document. `key`: the field's canonical key. `value`: what to type there. `subject`: the filed
 * bill.
 */
export type Claim = { key: string; value: string; message: string; subject: string; period: string }

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names'>

/**
 * Fields of a document that the GSTR-2B makes doubtful: a number, a date, a GSTIN or an amount, where everything else agrees. None once a
 * person decided that document and filed bill are one, or the document was delivered.
 */
export async function claimsOn(deps: Deps, scanId: string): Promise<Claim[]> {
  const { read } = deps.database
  if (listMonths(read).get() === undefined) return []
  if (countedBill(deps, read, scanId)?.isDelivered !== false) return []
  const { matching } = await reconcile(deps)
  const link = matching.linksOfBills.get(scanId)
  return link === undefined ? [] : claimsOf(link)
}

function claimsOf(link: Link): Claim[] {
  const { how, filed, bill } = link
  if (how === 'decided') return []
  const agrees = agreementOf(filed, bill) !== 'different'
  // If the day differs too, only the amounts show that it is the same bill.
  if (!agrees && filed.day !== bill.day) return []
  return differencesOf(filed, bill)
    .filter(({ field }) => isClaimed(field, link, agrees))
    .map((difference) => ({
      key: difference.field,
      value: typed(difference),
      message: differenceText(difference),
      subject: filed.key,
      period: filed.period,
    }))
}

function isClaimed(field: Difference['field'], { how }: Link, agrees: boolean): boolean {
  switch (field) {
    case 'invoice_no':
      return how === 'similar number' || how === 'amounts'
    case 'invoice_date':
      return agrees && how !== 'amounts'
    case 'gstin':
      return how === 'misread GSTIN'
    case 'place_of_supply':
    case 'reverse_charge':
      return false
    case 'total':
    case 'taxable_value':
    case 'igst':
    case 'cgst':
    case 'sgst':
    case 'cess':
      return !agrees
    default:
      return field satisfies never
  }
}

/** The value as a person would type it. */
function typed(difference: Difference): string {
  return difference.isAmount ? (difference.filed / 100).toFixed(2) : difference.filed
}

/**
 * Corrects one field of a document to the GSTR-2B's value. Throws AppError `not_found`, and `conflict` for a synced document, or when the
 * GSTR-2B no longer contradicts this field.
 */
export async function takeClaim(
  deps: ScanExportDeps,
  scanId: string,
  key: string,
  by: string,
): Promise<void> {
  const claim = (await claimsOn(deps, scanId)).find((one) => one.key === key)
  if (claim === undefined) {
    throw new AppError('conflict', 'The GSTR-2B says nothing else of this field any more.')
  }
  // A GSTR-2B has one column for the tax of a state and of a union territory.
  const keys = key === 'sgst' ? [key, 'utgst'] : [key]
  await correctField(deps, scanId, { keys, value: claim.value, by })
}
