import { openDatabaseForCommand } from '../../../src/platform/db/database.ts'
import { dataDir } from '../../../src/platform/disk/data-dir.ts'
import type { FieldHabit, SellerHabits } from '../../../src/reader/habits/habit.ts'
import { keepSeller } from '../../../src/services/scan-export/reading/habits/habits.ts'

/** What bills of the vendor Acme taught, who call their buyer so. */
export async function learn(root: string, buyer: string): Promise<void> {
  const database = openDatabaseForCommand(dataDir(root), Date.now())
  const habits = habitsWith(buyer)
  await database.write((conn) =>
    keepSeller(conn, { name: 'Acme', confirmedAt: Date.now(), habits }),
  )
  await database.close()
}

const confirmed = { times: 12, at: Date.UTC(2026, 10, 5) }
const place: Pick<FieldHabit, 'box' | 'shape'> = { box: [0, 0, 0.1, 0.1], shape: 'A/9-9/9' }
const memo = 'Memo of what was sent in all, and day'

const habitsWith = (buyer: string): SellerHabits => ({
  seller: '27ARZPV1134P1ZQ',
  bills: 12,
  fields: [
    { key: 'invoice_no', label: memo.toLowerCase(), printed: memo, ...place, ...confirmed },
    { key: 'buyer_name', label: '', printed: '', words: buyer, ...place, ...confirmed },
    {
      key: 'round_off',
      label: '',
      printed: '',
      above: 'tax',
      below: 'hisab',
      ...place,
      ...confirmed,
    },
    { key: 'po_no', label: '', printed: '', ...place, ...confirmed },
  ],
  columns: [{ heading: 'nag', printed: 'Nag', key: 'qty', ...confirmed }],
  rates: [{ pct: 12, ...confirmed }],
})
