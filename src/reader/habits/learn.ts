import { learnColumns } from './learn-columns.ts'
import { learnFields } from './learn-fields.ts'
import { type ConfirmedBill } from './confirmed-bill.ts'
import { type SellerHabits } from './habit.ts'
import { learnRates } from './rates.ts'

/**
 * The habits of a seller after a person saved one of its bills, for the first time or again. The bill confirms habits. Habits that it
 * contradicts are dropped. Only bills that a person saved teach anything.
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
