import { financialYear } from '../../src/cli/demo/dates.ts'

/** How a seller numbers its bills; CGST rule 46(b) allows at most 16 characters. */
export type Numbering = 'plain' | 'INV' | 'GST' | 'initials' | 'short' | 'year'

/** The `n`-th bill of the seller `name`, dated `date` (ms). */
export function billNumber(numbering: Numbering, name: string, n: number, date: number): string {
  switch (numbering) {
    case 'plain':
      return String(n)
    case 'INV':
      return `INV-${String(n).padStart(3, '0')}`
    case 'GST':
      return `GST-${n}`
    case 'initials':
      return `${initials(name)}/${financialYear(date)}/${String(n).padStart(4, '0')}`
    case 'short':
      return `${initials(name)}${String(n).padStart(5, '0')}`
    case 'year':
      return `${financialYear(date)}/${String(n).padStart(4, '0')}`
  }
}

function initials(name: string): string {
  return name
    .split(' ')
    .map((word) => word.charAt(0))
    .join('')
    .slice(0, 3)
}
