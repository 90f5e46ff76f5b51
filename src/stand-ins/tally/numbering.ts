import type { Refusal } from './check-voucher.ts'
import { findMaster, type Company, type Voucher } from './books.ts'
import { elementAt, textAt } from './xml.ts'

/** How a voucher type numbers. Its series decides; its own NUMBERINGMETHOD says `None`. */
type Numbering = { isManual: boolean; preventsDuplicates: boolean }

/** The number of a new voucher, or why it gets none. `before` is the voucher that it replaces. */
export function numberFor(
  company: Company,
  type: string,
  sent: string,
  before: Voucher | undefined,
): { number: string } | Refusal {
  const numbering = numberingOf(company, type)
  if (!numbering.isManual) return { number: automatic(company, type, before) }
  if (!numbering.preventsDuplicates) return { number: sent }
  if (sent === '' && before !== undefined) {
    return { counter: 'errors', text: 'Voucher Number cannot be left BLANK!' }
  }
  // Tally's screen shows the reason; its answer does not.
  const isTaken = [...company.vouchers.values()].some(
    ({ header, id }) =>
      header['VOUCHERTYPENAME'] === type && header['VOUCHERNUMBER'] === sent && id !== before?.id,
  )
  return sent === '' || isTaken ? { counter: 'exceptions', text: '' } : { number: sent }
}

/** The next number of a type. Ignores the number that was sent. An optional voucher gets a new number at each alteration. */
function automatic(company: Company, type: string, before: Voucher | undefined): string {
  const kept = before?.header['VOUCHERTYPENAME'] === type && before.header['ISOPTIONAL'] !== 'Yes'
  const number = before?.header['VOUCHERNUMBER']
  if (kept && number !== undefined) return number
  return String((company.numbers[type] ?? 0) + 1)
}

/** Remembers the number, so that the next one differs. */
export function noteNumber(company: Company, type: string, number: string): void {
  const given = Number(number)
  if (!Number.isInteger(given)) return
  company.numbers[type] = Math.max(company.numbers[type] ?? 0, given)
}

function numberingOf(company: Company, type: string): Numbering {
  const master = findMaster(company, 'VOUCHERTYPE', type)
  const series = master?.fields.find(({ name }) => name === 'VOUCHERNUMBERSERIES.LIST')
  return {
    isManual: textAt(series, 'NUMBERINGMETHOD') === 'Manual',
    preventsDuplicates: textAt(elementAt(series, 'PREVENTDUPLICATES')) === 'Yes',
  }
}
