import type { ImportCode } from '../../platform/import-codes.ts'
import { foldText } from '../../platform/text.ts'
import type { Problem, Voucher } from '../vouchers/voucher.ts'
import { rowsOf } from './companies.ts'
import { type Collection, collectionRequest, isQuotable } from './requests.ts'
import type { Transport } from './transport.ts'
import { childOf, textOf } from './tree.ts'

type MasterType = Exclude<Collection['type'], 'Company' | 'Group' | 'Voucher'>

/** Remembers which master names exist, until Tally's master mark changes. */
export type KnownNames = {
  /** The missing masters of a voucher, one problem for each name. Throws AppError `unavailable`. */
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

/** All names in a voucher, each once. */
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

/**
 * Which of some names exist. A name with a quotation mark cannot be queried and counts as present. Tally itself reports it when it is
 * missing.
 */
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
