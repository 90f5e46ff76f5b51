import type { Layout } from './layouts/layout.ts'
import { marg } from './layouts/pharma.tsx'
import { statementLayouts } from './layouts/statements.tsx'
import { tally } from './layouts/tally.tsx'
import { tallyContinued } from './layouts/tally-continued.tsx'
import { thermal } from './layouts/thermal.tsx'
import { zoho } from './layouts/zoho.tsx'
import type { Seeds } from './kit.ts'

const all: readonly Layout[] = [tally, tallyContinued, zoho, marg, thermal, ...statementLayouts]

/** What readers are tuned with lacks the layouts that are held out. */
export function layoutsFor(seeds: Seeds): readonly Layout[] {
  return all.filter(({ heldOut }) => seeds === 'report' || heldOut === undefined)
}
