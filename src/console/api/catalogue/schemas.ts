import { Type } from '@sinclair/typebox'
import {
  absentOr,
  choiceField,
  textField,
  unchecked,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import { approvalStatuses, productSorts } from '../../../services/storefront/service.ts'

const pageMax = 100_000
const sizeMax = 200
const searchCharactersMax = 200

/** Products that one call changes or deletes: as many as a person chooses by hand, and some. */
const chosenMax = 1_000

/** Variants that one call takes away: as many as a product has. */
const removedMax = 1_000

export const listFields = {
  page: wholeNumberField('page', {
    minimum: 1,
    maximum: pageMax,
    default: 1,
    description: 'Which page.',
  }),
  size: wholeNumberField('size', {
    minimum: 1,
    maximum: sizeMax,
    default: 50,
    description: 'Products on a page.',
  }),
  search: searchField('Words of the name, or a part of a SKU or barcode.'),
  category: textField('category', { maxLength: 36, description: 'The id of a category.' }),
  approval: choiceField('approval', {
    choices: approvalStatuses,
    description: 'Only what is in this state.',
  }),
  active: choiceField('active', {
    choices: ['yes', 'no'],
    description: 'Only what is active, or only what is not.',
  }),
  lacks: choiceField('lacks', {
    choices: ['stock', 'price', 'image'],
    description: 'Only what is out of stock, or has no price, or no image.',
  }),
  sort: choiceField('sort', { choices: productSorts, description: 'Newest first without it.' }),
  direction: choiceField('direction', {
    choices: ['up', 'down'],
    description: 'Which way it is sorted.',
  }),
}

export const vendorSearchField = searchField('A part of a name.')

/** A record as `products/bulk` takes it: its own rules check it, a field at a time. */
const product = unchecked(Type.Object({}))

export const createBody = Type.Object({ product })

export const saveBody = Type.Object({
  product,
  removedVariants: absentOr(
    Type.Array(Type.String(), { maxItems: removedMax }),
    `a list of at most ${removedMax} ids`,
  ),
  /** The fields of `product` as the form was opened with them. */
  startedFrom: Type.Optional(product),
})

const ids = Type.Array(Type.String(), {
  minItems: 1,
  maxItems: chosenMax,
  expected: `a list of 1 to ${chosenMax} ids`,
})

export const changeBody = Type.Object({
  ids,
  change: Type.Object({
    is_active: Type.Optional(Type.Boolean()),
    approval_status: Type.Optional(Type.String()),
    category_id: Type.Optional(Type.String()),
  }),
})

export const deleteBody = Type.Object({ ids })

function searchField(description: string) {
  return textField('search', { maxLength: searchCharactersMax, description })
}
