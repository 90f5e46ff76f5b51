import { productFields, variantFields } from '../../../../services/storefront/products/record.ts'
import { tableOnlyFields } from '../../../../services/storefront/product-table/record.ts'
import type { Words } from '../../../api/words.ts'

const phrases: Readonly<Record<string, { phrase: string }>> = {
  ...variantFields,
  ...productFields,
  ...tableOnlyFields,
  images: { phrase: 'the images' },
  variants: { phrase: 'the variants' },
}

/** The names of product and category fields for people: "the MRP of variant 2". */
export const productWords: Words = {
  nameOf(place) {
    const [, list, index, name = place] =
      /^(variants|images)\[(\d+)\](?:\.(\w+))?$/.exec(place) ?? []
    if (list === undefined) return phraseOf(name)
    const entry = `${list === 'variants' ? 'variant' : 'image'} ${Number(index) + 1}`
    return name === place ? entry : `${phraseOf(name)} of ${entry}`
  },
}

function phraseOf(name: string): string {
  return Object.hasOwn(phrases, name) ? (phrases[name]?.phrase ?? name) : name
}
