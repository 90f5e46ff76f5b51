import { readDay } from './parts/days.ts'

type Search = Record<string, unknown>

/** The page of a list, from the address: absent means the first one. */
export function pageSearch(search: Search): { page?: number } {
  const page = search['page']
  return typeof page === 'number' && Number.isInteger(page) && page > 1 ? { page } : {}
}

/** One of the choices, from the address; absent when it is none of them. */
export function choiceSearch<Key extends string, Choice extends string>(
  key: Key,
  choices: readonly Choice[],
) {
  return (search: Search): { [K in Key]?: Choice } => {
    const found: { [K in Key]?: Choice } = {}
    const choice = choices.find((candidate) => candidate === search[key])
    if (choice !== undefined) found[key] = choice
    return found
  }
}

/** A text from the address, when there is one. */
export function textSearch<Key extends string>(key: Key) {
  return (search: Search): { [K in Key]?: string } => {
    const found: { [K in Key]?: string } = {}
    const value = search[key]
    if (typeof value === 'string' && value !== '') found[key] = value
    return found
  }
}

/** A day such as `2027-03-31`, from the address; absent when it is none. */
export function daySearch<Key extends string>(key: Key) {
  return (search: Search): { [K in Key]?: string } => {
    const found: { [K in Key]?: string } = {}
    const value = search[key]
    if (typeof value === 'string' && readDay(value) === value) found[key] = value
    return found
  }
}
