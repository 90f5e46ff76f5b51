import { composeBill } from '../compose/bill.ts'
import type { DocumentKind } from '../truth.ts'
import { type Layout, sheetOf } from './layout.ts'
import { feet } from './mixed/feet.tsx'
import { heads } from './mixed/heads.tsx'
import { tables } from './mixed/tables.tsx'
import { usualCss, UsualPaper } from './usual.tsx'

/* Papers that nobody designed: any head over any table over any foot, each of a kind that readers find hard. */

const css = `${usualCss} .lines { margin-top: 3mm } .lines th { border-bottom: 1px solid #000; padding: 0.5mm 1mm }
  .lines td { padding: 0.6mm 1mm } .boxes { width: 100% } .boxes td { border: 1px solid #666; padding: 0.5mm 1.5mm }
  .label { font-size: 85% } .strip { width: 100%; margin-top: 2mm } .strip td, .strip th { border: 1px solid #666; text-align: right; padding: 0.5mm 1.5mm }
  .left { margin: 2mm 0; border: 1px solid #666 } .left td { padding: 0.4mm 2mm } .left td:last-child { text-align: right }`

export const mixed: Layout = {
  name: 'mixed',
  kind: 'bill',
  make(kit) {
    const { random } = kit
    const table = random.pick(tables)
    const bill = composeBill(random, {
      trade: random.pick(table.trades),
      lines: [1, 8],
      discounts: table.hasDiscounts ? 0.6 : 0,
      charges: random.pick([[], [], ['Packing'], ['Handling', 'Insurance']]),
      hasFreight: random.chance(0.2),
      isNear: random.chance(0.7),
    })
    const kind = random.pick<DocumentKind>(['invoice', 'invoice', 'invoice', 'credit note'])
    const [Head, Foot] = [random.pick(heads), random.pick(feet)]
    const below = table.below?.(kit, bill)
    return sheetOf(
      kit,
      <UsualPaper
        kit={kit}
        bill={bill}
        kind={kind}
        head={<Head kit={kit} bill={bill} kind={kind} />}
        columns={table.columns(kit, bill)}
        isFixed
        below={below}
        foot={<Foot kit={kit} bill={bill} />}
      />,
      `${css} ${random.chance(0.4) ? '.lines th, .lines td { border: 1px solid #666 }' : ''}`,
    )
  },
}
