import type { Duty, Role } from '../../accounts/rules.ts'

/** The sample shop. */
export const organisation = { name: 'Kulkarni General Stores', gstin: '27ANZPK1024Z1ZS' }

/** The shop's details on its invoices. */
export const seller = {
  address: 'Shop 4, Laxmi Road\nPune 411030',
  phone: '+91 20 5550 0142',
  upiId: 'kulkarni.stores@example',
  terms: 'Goods once sold are exchanged within 7 days.',
}

export type Person = { name: string; email: string; role: Role; duties?: readonly Duty[] }

export const owner: Person = {
  name: 'Anand Kulkarni',
  email: 'anand.kulkarni@example.com',
  role: 'owner',
}

export const members: readonly Person[] = [
  { name: 'Priya Deshmukh', email: 'priya.deshmukh@example.com', role: 'member' },
  {
    name: 'Imran Shaikh',
    email: 'imran.shaikh@example.com',
    role: 'member',
    duties: ['clerk', 'counter'],
  },
]
