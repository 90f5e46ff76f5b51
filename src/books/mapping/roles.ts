/*
 * What a ledger is for, in the form that bridges use: `cgst_input:9`, `purchase:18`, `freight`, `bank:50100123456789`. After the colon
 * comes the GST rate in per cent, or the account number.
 */

type Role = {
  /** What people call such a ledger. */
  title: string
  /** Words, one of which is likely in the ledger's name. */
  words: readonly string[]
  /** Words, one of which the name should have too. */
  beside?: readonly string[]
  /** The group that the ledger is likely in, folded. */
  parent?: string
}

const input = ['input', 'itc', 'purchase', 'purchases', 'receivable']
const output = ['output', 'sales', 'sale', 'payable']

const roles: Readonly<Record<string, Role>> = {
  purchase: { title: 'Purchases', words: ['purchase', 'purchases'], parent: 'purchase accounts' },
  sales: { title: 'Sales', words: ['sale', 'sales'], parent: 'sales accounts' },
  cgst_input: { title: 'Input CGST', words: ['cgst', 'central'], beside: input },
  sgst_input: { title: 'Input SGST', words: ['sgst', 'utgst', 'state'], beside: input },
  igst_input: { title: 'Input IGST', words: ['igst', 'integrated'], beside: input },
  cess_input: { title: 'Input cess', words: ['cess'], beside: input },
  cgst_output: { title: 'Output CGST', words: ['cgst', 'central'], beside: output },
  sgst_output: { title: 'Output SGST', words: ['sgst', 'utgst', 'state'], beside: output },
  igst_output: { title: 'Output IGST', words: ['igst', 'integrated'], beside: output },
  cess_output: { title: 'Output cess', words: ['cess'], beside: output },
  freight: { title: 'Freight', words: ['freight', 'transport', 'carriage', 'cartage', 'courier'] },
  discount: { title: 'Discount', words: ['discount', 'discounts'] },
  round_off: { title: 'Round-off', words: ['round', 'rounded', 'rounding', 'roundoff'] },
  charges: { title: 'Other charges', words: ['packing', 'loading', 'charges', 'handling'] },
  deduction: { title: 'Deductions', words: ['deduction', 'deductions', 'less'] },
  tcs: { title: 'TCS', words: ['tcs'] },
  tds: { title: 'TDS', words: ['tds'] },
  customer: { title: 'Customers of the web shop', words: ['cash', 'online', 'web', 'customer'] },
  bank: { title: 'Bank account', words: ['bank'], parent: 'bank accounts' },
  cash: { title: 'Cash', words: ['cash'], parent: 'cash-in-hand' },
  suspense: { title: 'Suspense', words: ['suspense'], parent: 'suspense a/c' },
}

/** Splits a role at the colon: `rest` is a GST rate, an account number, or ''. */
export function readRole(text: string): { base: string; rest: string } {
  const [base = '', ...rest] = text.split(':')
  return { base, rest: rest.join(':') }
}

export function roleOf(base: string): Role {
  const known = Object.hasOwn(roles, base) ? roles[base] : undefined
  return known ?? { title: base.replaceAll('_', ' '), words: base.split('_') }
}

/** "Input CGST at 9 %", "Purchases", "Bank account 50100123456789" */
export function roleTitle(text: string): string {
  const { base, rest } = readRole(text)
  const { title } = roleOf(base)
  if (rest === '') return title
  return isRate(rest) ? `${title} at ${rest} %` : `${title} ${rest}`
}

/** Whether there may be a ledger for each rate: for purchases, sales and taxes. */
export function hasRates(base: string): boolean {
  return base === 'purchase' || base === 'sales' || /_(input|output)$/.test(base)
}

/** Whether the text after the colon is a rate. A ledger without a rate serves every rate. */
export function isRate(rest: string): boolean {
  return /^\d{1,3}(\.\d+)?$/.test(rest) && Number(rest) <= 100
}
