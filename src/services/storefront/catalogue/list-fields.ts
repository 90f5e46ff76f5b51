import { choiceField, textField, wholeNumberField } from '../../../platform/http/fields.ts'
import { searchWordsMax, sorts } from '../search/rules.ts'

/** Products in one answer (source: the contract, "Limits"). */
export const listLimitMax = 100
export const listLimitDefault = 20

/** Far above any catalogue, and exact in JSON and SQLite. */
export const listOffsetMax = 1_000_000_000

/** The most characters of `search`: room for a sentence. */
export const searchCharactersMax = 200

/** The most characters of `category`, far above any slug. */
const categoryCharactersMax = 2000

export const limitField = wholeNumberField('limit', {
  minimum: 1,
  maximum: listLimitMax,
  default: listLimitDefault,
  description: 'How many products to return at most.',
})

export const offsetField = wholeNumberField('offset', {
  minimum: 0,
  maximum: listOffsetMax,
  default: 0,
  description: 'How many products to skip.',
})

export const sortField = choiceField('sort', {
  choices: sorts,
  description: 'The order of the list; `newest` when it is not given.',
})

export const categoryField = textField('category', {
  maxLength: categoryCharactersMax,
  description: 'The slug of a category. An unknown one gives an empty list.',
})

export const searchField = textField('search', {
  maxLength: searchCharactersMax,
  description: `Words, at most ${searchWordsMax}, that must all occur in the name or the description, anywhere in a word, in any script and case.`,
})
