import { fieldName, nameOfField } from '../../../../services/scan-export/checks/field-names.ts'
import type { Learnt } from './data.ts'

/* What was learnt of a seller's bills, as somebody in the shop would say it. */

type Field = Learnt['fields'][number]

/** Where a field stands. */
export function fieldWords({ key, printed, words, above, below, shape }: Field): string {
  const name = fieldName(key)
  if (words !== null) return `${name}: “${words}” stands on each bill`
  if (printed !== '') return `“${printed}” is the ${inSentence(name)}`
  if (above !== null || below !== null) {
    return `${name} has no label: it stands ${between(above ?? '', below ?? '')}`
  }
  return `${name} has no label: it stands in one place, and looks like ${likeness(shape)}`
}

export function columnWords({ printed, key }: Learnt['columns'][number]): string {
  return `The column “${printed}” is the ${inSentence(nameOfField('line', key) ?? key)}`
}

export function rateWords({ pct }: Learnt['rates'][number]): string {
  return `${pct} % GST`
}

export function aliasWords({ alias, name }: Learnt['aliases'][number]): string {
  return `“${alias}” is ${name}`
}

function between(above: string, below: string): string {
  const places = [
    above === '' ? '' : `below ${amountWords(above)}`,
    below === '' ? '' : `above ${amountWords(below)}`,
  ]
  return places.filter((place) => place !== '').join(' and ')
}

function amountWords(name: string): string {
  if (name === 'tax') return 'the tax'
  const known = nameOfField('metadata', name)
  return known === undefined ? `“${name}”` : `the ${inSentence(known)}`
}

/** "Bill number" → "bill number"; "HSN" and "CGST" stay. */
function inSentence(name: string): string {
  return /^\p{Lu}{2}/u.test(name) ? name : name.charAt(0).toLowerCase() + name.slice(1)
}

/** An example of a form: letters and digits stand for runs of them. */
function likeness(shape: string): string {
  return shape.replaceAll('A', 'AB').replaceAll('9', '12')
}
