import { clothing } from './shelf-clothing.ts'
import { electrical } from './shelf-electrical.ts'
import { home } from './shelf-home.ts'
import { oilsAndSpices } from './shelf-oils-spices.ts'
import { personalCare } from './shelf-personal-care.ts'
import { snacks } from './shelf-snacks.ts'
import { staples } from './shelf-staples.ts'
import { stationery } from './shelf-stationery.ts'
import type { Shelf } from './shelf.ts'

/** The storefront's eight categories, in the order of display. */
export const shelves: readonly Shelf[] = [
  staples,
  oilsAndSpices,
  snacks,
  personalCare,
  home,
  stationery,
  electrical,
  clothing,
]
