import { mixed, productName } from '../storefront/product-texts.ts'
import { consoleSize } from './prepare.ts'

const { products, scans } = consoleSize

/** The requests of a document's form at a key press, and of the page of duplicates. */
export const typingPaths = [
  { name: 'sellers, one letter', path: () => '/documents/proposals/sellers?search=v' },
  {
    name: 'sellers, name',
    path: (round: number) => `/documents/proposals/sellers?search=vendor%20${round}`,
  },
  { name: 'items, one letter', path: () => '/documents/proposals/items?search=r' },
  {
    name: 'items of a seller',
    path: (round: number) =>
      `/documents/proposals/items?search=rice&gstin=27AAPFU0939F1ZV&seller=${round}`,
  },
  {
    name: 'items, name in the catalogue',
    path: (round: number) =>
      `/documents/proposals/items?search=${encodeURIComponent(productName(mixed(round, 607) % products))}`,
  },
  {
    name: 'same number',
    path: (round: number) =>
      `/documents/same-number?number=INV%2F26-27%2F${mixed(round, 613) % scans}`,
  },
]
