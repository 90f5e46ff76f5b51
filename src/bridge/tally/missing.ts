import type { ImportCode } from '../../platform/import-codes.ts'
import { foldText } from '../../platform/text.ts'
import type { Problem, Voucher } from '../vouchers/voucher.ts'
import { rowsOf } from './companies.ts'
import { type Collection, collectionRequest, isQuotable } from './requests.ts'
import type { Transport } from './transport.ts'
import { childOf, textOf } from './tree.ts'

type MasterType = Exclude<Collection['type'], 'Company' | 'Group' | 'Voucher'>

/** Which names of masters are there, remembered until Tally says that one changed. */
export type KnownNames = {
  /** What of a voucher is missing, each with the name that the books would need. Throws AppError `unavailable`. */
  missingOf(voucher: Voucher, masterMark: number): Promise<Problem[]>
}

const codes: Record<MasterType, { code: ImportCode; what: string }> = {
  Ledger: { code: 'ledger_missing', what: 'ledger' },
  StockItem: { code: 'item_missing', what: 'stock item' },
  Unit: { code: 'unit_missing', what: 'unit' },
  Godown: { code: 'godown_missing', what: 'godown' },
  VoucherType: { code: 'type_missing', what: 'voucher type' },
}

export function knownNames(transport: Transport, company: string): KnownNames {
  const known = new Set<string>()
  let markThen = -1
  return {
    async missingOf(voucher, masterMark) {
      if (masterMark !== markThen) known.clear()
      markThen = masterMark
      const problems: Problem[] = []
      for (const [type, names] of namesOf(voucher)) {
        const asked = names.filter((name) => !known.has(`${type} ${foldText(name)}`))
        for (const name of await present(transport, company, type, asked)) {
          known.add(`${type} ${foldText(name)}`)
        }
        const missing = asked.filter((name) => !known.has(`${type} ${foldText(name)}`))
        problems.push(...missing.map((name) => problemOf(type, name)))
      }
      return problems
    },
  }
}

/** What a voucher names, each once. */
function namesOf(voucher: Voucher): [MasterType, string[]][] {
  const { party, entries, items, voucherType } = voucher
  const ledgers = [
    party,
    ...entries.map(({ ledger }) => ledger),
    ...items.map(({ ledger }) => ledger),
  ]
  return [
    ['VoucherType', [voucherType]],
    ['Ledger', distinct(ledgers)],
    ['StockItem', distinct(items.map(({ item }) => item))],
    ['Unit', distinct(items.map(({ unit }) => unit))],
    ['Godown', distinct(items.map(({ godown }) => godown))],
  ]
}

function distinct(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '')
}

/** Those of some names that are there. What cannot be asked for counts: the books themselves say it is missing. */
async function present(
  transport: Transport,
  company: string,
  type: MasterType,
  names: readonly string[],
): Promise<string[]> {
  const askable = names.filter(isQuotable)
  if (askable.length === 0) return [...names]
  const filters = [askable.map((name) => `$Name = "${name}"`).join(' OR ')]
  const answer = await transport.read(
    collectionRequest({ type, fetch: ['NAME'], company, filters }),
  )
  const found = rowsOf(answer, type.toUpperCase()).map(
    (row) => textOf(childOf(row, 'NAME')) || textOf(childOf(row, '@NAME')),
  )
  return [...names.filter((name) => !isQuotable(name)), ...found]
}

function problemOf(type: MasterType, name: string): Problem {
  const { code, what } = codes[type]
  return { code, field: `master:${name}`, message: `Tally has no ${what} "${name}".` }
}
