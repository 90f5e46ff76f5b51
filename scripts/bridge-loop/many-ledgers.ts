import type { Company } from '../../src/stand-ins/tally/books.ts'
import { nextMaster } from '../../src/stand-ins/tally/import-masters.ts'
import { sampleCompanies } from '../../src/stand-ins/tally/sample-company.ts'
import { element } from '../../src/stand-ins/tally/xml.ts'

/** The sample company with so many ledgers of sellers more. */
export function companiesWith(ledgers: number): Company[] {
  const companies = sampleCompanies()
  for (const company of companies) {
    for (let ledger = 1; ledger <= ledgers; ledger++) nextMaster(company, seller(ledger))
  }
  return companies
}

const words = ['Shree', 'Om', 'Sai', 'New', 'Krishna', 'Ganesh', 'Laxmi', 'Balaji', 'Mahavir']
const trades = ['Traders', 'Agencies', 'Enterprises', 'Stores', 'Distributors', 'Wholesale']

function seller(number: number): Parameters<typeof nextMaster>[1] {
  const first = words[number % words.length]
  const trade = trades[number % trades.length]
  const digits = String(number).padStart(7, '0')
  const gstin = `27A${digits.slice(0, 4).replace(/\d/g, letterOf)}${digits.slice(3)}F1Z5`
  return {
    kind: 'LEDGER',
    name: `${first} Party ${number} ${trade}`,
    fields: [
      element('PARENT', 'Sundry Creditors'),
      element('PARTYGSTIN', gstin),
      element('LEDSTATENAME', 'Maharashtra'),
    ],
  }
}

function letterOf(digit: string): string {
  return 'ABCDEFGHIJ'.charAt(Number(digit))
}
