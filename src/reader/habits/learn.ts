import { learnColumns } from './learn-columns.ts'
import { learnFields } from './learn-fields.ts'
import { type ConfirmedBill } from './confirmed-bill.ts'
import { type SellerHabits } from './habit.ts'
import { learnRates } from './rates.ts'

/**
 * What is known of a seller once a person saved one more of its bills, or the same one again. A bill bears out what was learnt,
 * or contradicts it, and then it is dropped. Nothing is learnt of what Daybook reads by itself.
 */
export function learn(known: SellerHabits | undefined, bill: ConfirmedBill): SellerHabits {
  const { bills = 0, fields = [], columns = [], rates = [] } = known ?? {}
  return {
    seller: bill.seller,
    bills: Math.max(1, bills + bill.counts),
    fields: learnFields(fields, bill),
    columns: learnColumns(columns, bill),
    rates: learnRates(rates, bill),
  }
}
