const amounts = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** "1,23,456.50". On paper, the currency is in the title of the column. */
export function printedAmount(paise: number): string {
  return amounts.format(paise / 100)
}

const days = new Intl.DateTimeFormat('en-IN', { day: '2-digit', month: 'short', year: 'numeric' })

/** 22 Nov 2026 */
export function printedDay(at: string): string {
  return days.format(new Date(at))
}
