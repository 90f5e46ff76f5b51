import type { Offer } from './offers-query.ts'

/** The states of an offer, as one chooses among them. */
export const stateWords = {
  active: 'Showing now',
  scheduled: 'Scheduled',
  ended: 'Ended',
  off: 'Switched off',
} as const satisfies Record<Offer['state'], string>

export const stateColours = {
  active: 'green',
  scheduled: 'blue',
  ended: 'gray',
  off: 'gray',
} as const satisfies Record<Offer['state'], string>

/** What kinds of rules there are, and what their value says. */
export const ruleWords = {
  percentage: { label: 'Percentage off', value: 'Per cent', example: '10' },
  flat: { label: 'Amount off', value: 'Rupees', example: '100' },
  buy_x_get_y: { label: 'Buy some, get some', value: 'How many', example: 'Buy 2, get 1' },
  free_shipping: { label: 'Free delivery', value: 'From which amount', example: '499' },
  other: { label: 'Something else', value: 'Rule', example: '' },
} as const satisfies Record<Offer['ruleKind'], { label: string; value: string; example: string }>

/** "10% off", "₹100 off"; what is no number is shown as it was written. */
export function ruleText({ ruleKind, ruleValue }: Pick<Offer, 'ruleKind' | 'ruleValue'>): string {
  const isNumber = /^\d+(\.\d+)?$/.test(ruleValue)
  switch (ruleKind) {
    case 'percentage':
      return isNumber ? `${ruleValue}% off` : ruleValue || 'Percentage off'
    case 'flat':
      return isNumber
        ? `₹${Number(ruleValue).toLocaleString('en-IN')} off`
        : ruleValue || 'Amount off'
    case 'free_shipping':
      if (ruleValue === '') return 'Free delivery'
      return isNumber
        ? `Free delivery from ₹${Number(ruleValue).toLocaleString('en-IN')}`
        : `Free delivery: ${ruleValue}`
    default:
      return ruleValue || '–'
  }
}
