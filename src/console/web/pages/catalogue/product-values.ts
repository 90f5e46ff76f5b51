import { initialValues, toJson } from '../../../../platform/record/read.ts'
import { productFields } from '../../../../services/storefront/products/record.ts'
import type { Product } from './products-query.ts'

/** An image in the form: one that is kept already (`url`), or one that was just chosen (a data URL). */
export type PictureValue = { key: string; url: string; alt: string }

/** Amounts are in rupees; an empty field is ''. */
type Amount = number | string

/** What a field of the form holds of what the server says. */
type FormValue<Said> = number extends Said
  ? Amount
  : boolean extends Said
    ? boolean
    : null extends Said
      ? string | null
      : string

type FormValues<Said> = { [Name in keyof Said]: FormValue<Said[Name]> }

/** `key` is of this form alone; a new variant has no id. */
export type VariantValue = FormValues<Omit<Product['variants'][number], 'id'>> & {
  key: string
  id: string | undefined
}

/** The form of a product: its fields are named as the server's rules name them, so that a refusal finds its field. */
export type ProductValues = Omit<FormValues<Product['fields']>, 'category_id'> & {
  /** Null until one is chosen. */
  category_id: string | null
  images: PictureValue[]
  variants: VariantValue[]
  /** JSON; '' for none. */
  size_chart: string
}

const {
  category_slug: _slug,
  size_chart: _chart,
  ...blankFields
} = toJson(productFields, initialValues(productFields))

export const emptyProduct: ProductValues = {
  ...formValues({ ...blankFields, sku: '', video_url: '' }, true),
  category_id: null,
  images: [],
  variants: [],
  size_chart: '',
}

/** A variant whose price is the product's has an empty field for it: it goes with the product's. */
export function valuesOf({ fields, images, variants, sizeChart }: Product): ProductValues {
  return {
    ...formValues(fields, false),
    images: images.map((image) => ({ key: image.url, ...image })),
    variants: variants.map(({ mrp, sale_price: price, ...variant }) => ({
      ...variant,
      key: variant.id,
      color_hex: shadeOf(variant),
      mrp: mrp === fields.mrp ? '' : mrp,
      sale_price: price === fields.sale_price ? '' : price,
    })),
    size_chart: sizeChart ?? '',
  }
}

export function isNumberField(name: string): boolean {
  const cell = isProductField(name) ? productFields[name].cell : 'none'
  return cell === 'amount' || cell === 'quantity' || cell === 'rate'
}

function isProductField(name: string): name is keyof typeof productFields {
  return Object.hasOwn(productFields, name)
}

/** A number that is not there, or of a new product, is an empty field. */
function formValues(said: Product['fields'], isNew: boolean): FormValues<Product['fields']>
function formValues(said: Record<string, unknown>, isNew: boolean): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(said).map(([name, value]) => {
      const isEmpty = isNumberField(name) && (isNew || value === null)
      return [name, isEmpty ? '' : value]
    }),
  )
}

/** What a variant has of which nobody said a shade. */
const unsaidShade = '#000000'

function shadeOf({ color, color_hex: shade }: { color: string; color_hex: string }): string {
  return shade === unsaidShade && !/black/i.test(color) ? '' : shade
}
