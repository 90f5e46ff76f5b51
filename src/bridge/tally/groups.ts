import { AppError } from '../../platform/errors.ts'
import { foldText } from '../../platform/text.ts'
import { rowsOf } from './companies.ts'
import { collectionRequest } from './requests.ts'
import type { Transport } from './transport.ts'
import { childOf, textOf } from './tree.ts'

/** The group that Tally itself made for sellers, whatever somebody calls it now. */
const sellers = 'Sundry Creditors'

/** The groups of sellers' ledgers, folded: Tally's own and all below it. Throws AppError `unavailable`. */
export async function sellerGroups(
  transport: Pick<Transport, 'read'>,
  company: string,
): Promise<ReadonlySet<string>> {
  const fetch = ['NAME', 'PARENT', 'RESERVEDNAME']
  const answer = await transport.read(collectionRequest({ type: 'Group', company, fetch }))
  const groups = rowsOf(answer, 'GROUP').map((row) => {
    const text = (name: string) => textOf(childOf(row, name)).trim()
    return {
      name: foldText(text('NAME') || text('@NAME')),
      parent: foldText(text('PARENT')),
      reserved: text('@RESERVEDNAME') || text('RESERVEDNAME'),
    }
  })
  const found = new Set(
    groups.filter(({ reserved }) => reserved === sellers).map(({ name }) => name),
  )
  if (found.size === 0) {
    throw new AppError('unavailable', 'Tally did not say which ledgers are sellers.')
  }
  // Each pass finds one level more; no chain is longer than the groups are many.
  for (let before = -1; before !== found.size;) {
    before = found.size
    for (const { name, parent } of groups) if (found.has(parent)) found.add(name)
  }
  return found
}
