import type { Charge } from '../../paper/checks/figures.ts'
import type { Extra } from './amounts.ts'
import type { Paise } from './voucher.ts'

/** The role of the ledger for a printed label. The first pattern that fits decides. */
const roles: readonly (readonly [RegExp, string])[] = [
  [/\btcs\b/i, 'tcs'],
  [/\btds\b/i, 'tds'],
  [/freight|transport|cartage|courier|deliver|shipping|postage|lorry|carriage/i, 'freight'],
]

const discountLabel = /disc|scheme|\bsch\b|rebate|coupon/i

/** Names for people, by role. */
const names: Readonly<Record<string, string>> = {
  tcs: 'TCS',
  tds: 'TDS',
  freight: 'freight',
  discount: 'discounts',
  charges: 'other charges of a bill',
  deduction: 'what a bill takes off',
  round_off: 'rounding off',
}

/** A charge or deduction of a paper, with the role of its ledger. */
export function extraOf({ key, paise }: Charge): Extra {
  return extra(roleOf(key, paise), paise)
}

/** The round-off of a total. Empty for 0. */
export function roundOffOf(paise: Paise): Extra[] {
  return paise === 0 ? [] : [extra('round_off', paise)]
}

/** The discount at the foot. Empty for 0. */
export function discountOf(paise: Paise): Extra[] {
  return paise === 0 ? [] : [extra('discount', -paise)]
}

function extra(role: string, paise: Paise): Extra {
  return { role, name: names[role] ?? role, paise }
}

function roleOf(label: string, paise: Paise): string {
  const named = roles.find(([pattern]) => pattern.test(label))?.[1]
  if (named !== undefined) return named
  if (paise > 0) return 'charges'
  return discountLabel.test(label) ? 'discount' : 'deduction'
}
