import { dutiesOf } from '../accounts/rules.ts'
import { latestGstr2bMonth } from '../gstr2b/entries/list-entries.ts'
import { totalOfScans } from '../services/scan-export/overview/list-scans.ts'
import { allScans } from '../services/scan-export/service.ts'
import { totalOfOrders } from '../services/storefront/orders/list-orders.ts'
import { documentsOf, type Asker, type QuestionDeps } from './question.ts'

/** Where the shop stands, in paise. Null where a figure is not the person's work, or nobody knows it. */
type Figures = {
  /** Bills that came in since Monday. */
  billsPaise: number | null
  salesPaise: number | null
  /** Credit that sellers have not filed, in the last GSTR-2B. */
  atRiskPaise: number | null
}

/** By the calendar of this computer. */
export async function figuresFor(deps: QuestionDeps, asker: Asker): Promise<Figures> {
  const duties = dutiesOf(asker)
  const { scanExport, storefront, clock } = deps
  const today = new Date(clock.now())
  const midnight = dayBefore(today, 0)
  const monday = dayBefore(today, (today.getDay() + 6) % 7)
  const month = asker.role === 'owner' ? await lastMonth(deps) : null
  return {
    billsPaise: duties.includes('clerk')
      ? totalOfScans(scanExport, { ...bills, userId: documentsOf(asker), from: monday }).totalPaise
      : null,
    salesPaise: duties.includes('counter')
      ? totalOfOrders(storefront, { from: midnight }).totalPaise
      : null,
    atRiskPaise: month?.atRiskPaise ?? null,
  }
}

/** If the GSTR-2B cannot be looked through, the other figures are still shown. */
async function lastMonth({ scanExport, log }: QuestionDeps) {
  return await latestGstr2bMonth(scanExport).catch((error: unknown) => {
    log.error('The last GSTR-2B was not looked through.', { error })
    return null
  })
}

/** A bill that came twice counts once. */
const bills = { ...allScans, category: 'vendor_invoice', duplicate: 'no' } as const

/** The beginning of a day, some days before this one. */
function dayBefore(day: Date, days: number): number {
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime()
}
