export type MoneyStyle = 'plain' | 'rupee sign' | 'Rs.'

/** Paise as an Indian document prints them: lakhs and crores grouped, "₹1,23,456.50". */
export function printMoney(paise: number, style: MoneyStyle = 'plain'): string {
  const sign = paise < 0 ? '-' : ''
  const fraction = String(Math.abs(paise) % 100).padStart(2, '0')
  const rupees = groupIndian(Math.floor(Math.abs(paise) / 100))
  const prefix = { plain: '', 'rupee sign': '₹', 'Rs.': 'Rs. ' }[style]
  return `${sign}${prefix}${rupees}.${fraction}`
}

/** A comma before the last three digits, then before every two. */
function groupIndian(whole: number): string {
  return String(whole).replace(/(\d)(?=(\d\d)+\d$)/g, '$1,')
}
