import type { Company } from './books.ts'

export type WrongCompany = 'refused' | 'postedIntoLoaded'

/** The company that a read is about: none named is the loaded one, and one that is not open has no rows. */
export function companyToRead(companies: readonly Company[], named: string): Company | undefined {
  const loaded = companies.filter(({ isLoaded }) => isLoaded)
  return named === '' ? loaded[0] : loaded.find(({ name }) => name === named)
}

/** The company that a write goes into, or what Tally says of the one that was named. */
export function companyToWrite(
  companies: readonly Company[],
  named: string,
  whenWrong: WrongCompany,
): Company | string {
  const found = companyToRead(companies, named)
  if (found !== undefined) return found
  const loaded = companyToRead(companies, '')
  // Measured once: what was meant for another company went into the one that was open, with clean counters.
  if (whenWrong === 'postedIntoLoaded' && loaded !== undefined) return loaded
  return `Could not set 'SVCurrentCompany' to '${named}'`
}
