import { rupees } from '../../checks/values.ts'
import { monthName } from '../months/rules.ts'
import type { Entry } from './entry.ts'

/** Whose shop asks. */
export type Asking = { name: string; gstin: string | null }

/** Bills that each part of a letter names; more are only counted. */
const namedMax = 50

/** A text, and the lines that it names. */
type SellerLetter = { text: string; named: readonly Entry[] }

/**
 * What can be sent to a seller about some of its bills of a month: those that did not come, and those that it has not filed. What
 * was not asked for yet is named first.
 */
export function letterTo(entries: readonly Entry[], shop: Asking): SellerLetter {
  const [first] = entries
  if (first === undefined) return { text: '', named: [] }
  const month = monthName(first.period)
  const inOrder = entries.toSorted((a, b) => Number(isAsked(a)) - Number(isAsked(b)))
  const noBill = inOrder.filter(({ state }) => state === 'no_bill')
  const notFiled = inOrder.filter(({ state }) => state === 'not_in_2b')
  const text = [
    `Dear ${first.seller || 'Sir or Madam'},`,
    ...partOf(
      noBill,
      `our GSTR-2B of ${month} has ${noBill.length === 1 ? 'this bill' : 'these bills'} of yours, which we have not received. Please send us a copy:`,
    ),
    ...partOf(
      notFiled,
      `${noBill.length > 0 ? 'And we' : 'we'} have ${notFiled.length === 1 ? 'this bill' : 'these bills'} of yours, which our GSTR-2B of ${month} does not have. Please file ${notFiled.length === 1 ? 'it' : 'them'} in your GSTR-1:`,
    ),
    [shop.name, shop.gstin === null ? '' : `GSTIN ${shop.gstin}`]
      .filter((part) => part !== '')
      .join(', '),
  ].join('\n\n')
  return { text, named: [...noBill.slice(0, namedMax), ...notFiled.slice(0, namedMax)] }
}

export function isAsked({ mark }: Entry): boolean {
  return mark === 'asked'
}

function partOf(entries: readonly Entry[], begins: string): string[] {
  if (entries.length === 0) return []
  const lines = entries.slice(0, namedMax).map(lineOf)
  const more = entries.length - lines.length
  return [[begins, ...lines, ...(more > 0 ? [`and ${more} more`] : [])].join('\n')]
}

function lineOf({ number, day, totalPaise, taxPaise }: Entry): string {
  const dated = day === '' ? '' : ` of ${day.split('-').toReversed().join('-')}`
  return `- ${number || 'without a number'}${dated}, ${rupees(totalPaise)}, with ${rupees(taxPaise)} of GST`
}
