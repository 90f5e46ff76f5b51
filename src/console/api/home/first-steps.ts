import { Type } from '@sinclair/typebox'
import { firstStepsSetting } from '../../../accounts/first-steps-setting.ts'
import { countKeys } from '../../../accounts/key-queries.ts'
import { findOrganisation } from '../../../accounts/queries.ts'
import { readSetting, writeSetting } from '../../../platform/settings.ts'
import { countScans } from '../../../services/scan-export/service.ts'
import { countProducts } from '../../../services/storefront/service.ts'
import type { ConsoleDeps } from '../parts.ts'

/** A shop is new this long, in milliseconds: not longer than documents are kept, as a step is done while they are there. */
const newShopMs = 28 * 24 * 60 * 60 * 1000

export const firstStepBody = Type.Object({
  done: Type.Unsafe<'backups' | 'all'>({
    ...Type.Union([Type.Literal('backups'), Type.Literal('all')]),
    expected: '"backups" or "all"',
  }),
})

/** Which first steps of a new shop are done; null once all are, nobody wants to see them, or the shop is not new. */
export function firstSteps({ database, clock, network }: ConsoleDeps) {
  const { read } = database
  const { copiesBackups, isOver } = readSetting(read, firstStepsSetting)
  const now = clock.now()
  const since = findOrganisation(read).get()?.createdAt ?? now
  if (isOver || now - since > newShopMs) return null
  const steps = {
    products: countProducts(read) > 0,
    documents: countScans(read) > 0,
    keys: (countKeys(read).get({ userId: null, state: null, now })?.n ?? 0) > 0,
    /** Null where it was decided when Daybook was started: nothing here changes it. */
    network: network.isFixed ? null : network.access() === 'network',
    backups: copiesBackups,
  }
  return Object.values(steps).every((isDone) => isDone !== false) ? null : steps
}

/** Ticks off what only the shop knows, or puts the list away for good. */
export async function endFirstStep(
  { database }: ConsoleDeps,
  done: 'backups' | 'all',
): Promise<void> {
  await database.write((conn) => {
    const before = readSetting(conn, firstStepsSetting)
    const change = done === 'all' ? { isOver: true } : { copiesBackups: true }
    writeSetting(conn, firstStepsSetting, { ...before, ...change })
  })
}
