import { choiceField, textField, wholeNumberField } from '../../../platform/http/fields.ts'
import { searchWordsMax, sorts } from '../search/rules.ts'
import { Type } from '@sinclair/typebox'

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

const productId = '019a1b2c-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const categoryId = '019a1b2c-1d2e-7f30-9a4b-5c6d7e8f9a0b'
const shop = 'http://127.0.0.1:3292'

const id = (description: string) => Type.String({ format: 'uuid', description })
const rupees = (description: string) => Type.Number({ minimum: 0, description })
const imageAddress = Type.String({
  format: 'uri',
  description: "Absolute; the placeholder image's when there is none.",
})

const imageSrcset = Type.String({
  description:
    'Smaller copies of the image as WebP, as `srcset` of an `img` takes them: at most 240, 640 and 1280 pixels wide. "" for an image that is linked, or none. An extension of Daybook.',
})
/** Extensions: the price with the best active offer. */
const offerPrice = {
  offer_price: Type.Union([rupees('In rupees.'), Type.Null()], {
    description:
      'What it costs with the best offer of this moment, in rupees, GST included; null when none makes it cheaper. Orders are priced with it. An extension of Daybook.',
  }),
  offer_id: Type.Union([id('The offer.'), Type.Null()], {
    description: 'The offer that makes `offer_price`. An extension of Daybook.',
  }),
}

const hasPrice = Type.Boolean({
  description:
    'false: nobody gave it a price, so that `sale_price` is 0 and it cannot be ordered yet. An extension of Daybook.',
})

const listFields = {
  id: id('The product.'),
  slug: Type.String({ description: 'Names the product in an address. It does not change.' }),
  name: Type.String(),
  description: Type.String({ description: '"" when there is none.' }),
  image_url: imageAddress,
  image_srcset: imageSrcset,
  mrp: rupees('In rupees.'),
  sale_price: rupees('In rupees, GST included.'),
  has_price: hasPrice,
  ...offerPrice,
  stock_quantity: Type.Integer({ description: '0 or less: sold out.' }),
  category_id: id('The category.'),
}

const exampleListFields = {
  id: productId,
  slug: 'basmati-rice-5-kg',
  name: 'Basmati Rice 5 kg',
  description: 'Aged two years.',
  image_url: `${shop}/images/placeholder.png`,
  image_srcset: '',
  mrp: 650,
  sale_price: 599.5,
  has_price: true,
  offer_price: 539.55,
  offer_id: '019a1b2c-9e5f-7061-8c7d-8e9f0a1b2c3d',
  stock_quantity: 24,
  category_id: categoryId,
}

const exampleListed = { ...exampleListFields, created_at: '2026-11-05T09:30:00.000Z' }

const listedProduct = Type.Object(
  {
    ...listFields,
    created_at: Type.String({ format: 'date-time', description: 'When it was entered.' }),
  },
  {
    $id: 'storefront.Product',
    description: 'A product as the list shows it.',
    examples: [exampleListed],
  },
)

export const productsAnswer = Type.Object(
  {
    data: Type.Array(listedProduct),
    pagination: Type.Object(
      {
        limit: Type.Integer({ minimum: 1, description: 'As it was asked for.' }),
        offset: Type.Integer({ minimum: 0, description: 'As it was asked for.' }),
        total: Type.Integer({ minimum: 0, description: 'How many products match in all.' }),
      },
      { $id: 'storefront.Pagination', description: 'Where in the list the page stands.' },
    ),
  },
  {
    $id: 'storefront.Products',
    description: 'A page of the product list.',
    examples: [{ data: [exampleListed], pagination: { limit: 20, offset: 0, total: 1 } }],
  },
)

const exampleImage = {
  url: `${shop}/images/placeholder.png`,
  srcset: '',
  alt: 'A bag of rice',
  sort_order: 0,
}

const productImage = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Absolute.' }),
    srcset: imageSrcset,
    alt: Type.String({ description: 'What it shows, in words; "" when nobody said.' }),
    sort_order: Type.Integer(),
  },
  {
    $id: 'storefront.ProductImage',
    description: 'An image of a product.',
    examples: [exampleImage],
  },
)

const exampleVariant = {
  id: '019a1b2c-8d4e-7f50-9b6c-7d8e9f0a1b2c',
  size: '5 kg',
  color: '',
  color_hex: '#000000',
  sku: 'RICE-5-BAG',
  mrp: 650,
  sale_price: 599.5,
  has_price: true,
  offer_price: 539.55,
  offer_id: '019a1b2c-9e5f-7061-8c7d-8e9f0a1b2c3d',
  stock_quantity: 10,
}

const variant = Type.Object(
  {
    id: id('The variant.'),
    size: Type.String({ description: '"" when sizes do not matter.' }),
    color: Type.String({ description: '"" when colours do not matter.' }),
    color_hex: Type.String({ pattern: '^#[0-9A-Fa-f]{6}$' }),
    sku: Type.String({ description: '"" when it has none.' }),
    mrp: rupees('In rupees.'),
    sale_price: rupees('In rupees, GST included.'),
    has_price: hasPrice,
    ...offerPrice,
    stock_quantity: Type.Integer({ description: 'Of this variant. 0 or less: sold out.' }),
  },
  {
    $id: 'storefront.Variant',
    description: 'A size or colour of a product.',
    examples: [exampleVariant],
  },
)

const exampleDetail = {
  ...exampleListFields,
  sku: 'RICE-5',
  details: 'Long grain, from Karnal.',
  video_url: null,
  gst_pct: 5,
  hsn: '1006',
  barcode: '8901234567894',
  size_chart: null,
  images: [exampleImage],
  variants: [exampleVariant],
}

export const productDetail = Type.Object(
  {
    ...listFields,
    sku: Type.String({ description: '"" when it has none. An extension of Daybook.' }),
    details: Type.String({ description: '"" when there are none.' }),
    video_url: Type.Union([Type.String(), Type.Null()]),
    gst_pct: Type.Number({ minimum: 0, maximum: 100, description: 'The rate of GST.' }),
    hsn: Type.String({ description: '"" when it has none. An extension of Daybook.' }),
    barcode: Type.String({ description: '"" when it has none. An extension of Daybook.' }),
    size_chart: Type.Unknown({ description: 'As it was sent, or null.' }),
    images: Type.Array(productImage, { description: 'In display order.' }),
    variants: Type.Array(variant),
  },
  {
    $id: 'storefront.ProductDetail',
    description: 'A product with its images and variants.',
    examples: [exampleDetail],
  },
)

export const productAnswer = Type.Object(
  { data: productDetail },
  {
    $id: 'storefront.ProductAnswer',
    description: 'One product.',
    examples: [{ data: exampleDetail }],
  },
)

const exampleCategory = {
  id: categoryId,
  name: 'Rice and flour',
  slug: 'rice-and-flour',
  image_url: `${shop}/images/placeholder.png`,
  image_srcset: '',
  sort_order: 1,
}

const category = Type.Object(
  {
    id: id('The category.'),
    name: Type.String(),
    slug: Type.String({ description: 'What `category` of the product list takes.' }),
    image_url: imageAddress,
    image_srcset: imageSrcset,
    sort_order: Type.Integer(),
  },
  {
    $id: 'storefront.Category',
    description: 'A category of the catalogue.',
    examples: [exampleCategory],
  },
)

export const categoriesAnswer = Type.Object(
  { data: Type.Array(category) },
  {
    $id: 'storefront.Categories',
    description: 'The categories in display order.',
    examples: [{ data: [exampleCategory] }],
  },
)

const exampleOffer = {
  id: '019a1b2c-9e5f-7061-8c7d-8e9f0a1b2c3d',
  slug: 'diwali',
  title: 'Diwali sale',
  subtitle: 'On all sweets',
  badge_text: '10 % off',
  image_url: `${shop}/images/placeholder.png`,
  image_srcset: '',
  rule_kind: 'percentage',
  rule_value: '10',
  sort_order: 1,
}

const offer = Type.Object(
  {
    id: id('The offer.'),
    slug: Type.String(),
    title: Type.String(),
    subtitle: Type.String(),
    badge_text: Type.String(),
    image_url: imageAddress,
    image_srcset: imageSrcset,
    rule_kind: Type.String({
      description: '`percentage`, `flat`, `buy_x_get_y`, `free_shipping` or `other`.',
    }),
    rule_value: Type.String({ description: 'The text of the rule.' }),
    sort_order: Type.Integer(),
  },
  { $id: 'storefront.Offer', description: 'An offer of this moment.', examples: [exampleOffer] },
)

export const offersAnswer = Type.Object(
  { data: Type.Array(offer) },
  {
    $id: 'storefront.Offers',
    description: 'The active offers in display order.',
    examples: [{ data: [exampleOffer] }],
  },
)
