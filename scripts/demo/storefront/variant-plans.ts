/** The name of a colour, and how it is shown. */
export type Colour = readonly [name: string, hex: string]

/** The sizes and colours of a product; every size comes in every colour. */
export type VariantPlan = {
  sizes: readonly string[]
  colours: readonly Colour[]
  /** How much more each size costs than the size before it, in whole rupees. */
  step?: number
}

const white: Colour = ['White', '#ffffff']
const black: Colour = ['Black', '#1a1a1a']
const navy: Colour = ['Navy', '#1f2a5a']
const maroon: Colour = ['Maroon', '#7a1f2b']
const green: Colour = ['Bottle Green', '#0f5132']
const mustard: Colour = ['Mustard', '#d19a1e']
const pink: Colour = ['Rani Pink', '#d81b78']
const blue: Colour = ['Sky Blue', '#5aa9e6']
const red: Colour = ['Red', '#c62828']
const beige: Colour = ['Beige', '#d9c7a3']

const noColour: Colour = ['', '#000000']
const oneSize = ['Free size']

/** The products that come in several kinds, by name. */
export const variantPlans: ReadonlyMap<string, VariantPlan> = new Map(
  Object.entries<VariantPlan>({
    'Cotton T-Shirt for Men': { sizes: ['S', 'M', 'L', 'XL'], colours: [white, black, navy, red] },
    'Polo T-Shirt for Men': { sizes: ['M', 'L', 'XL'], colours: [navy, maroon, green] },
    'Cotton T-Shirt for Women': { sizes: ['S', 'M', 'L', 'XL'], colours: [white, pink, mustard] },
    'Kids T-Shirt': {
      sizes: ['4-5 Y', '6-7 Y', '8-9 Y', '10-11 Y'],
      colours: [blue, red],
      step: 20,
    },
    'Cotton Kurta for Men / पुरुषों का कुर्ता': {
      sizes: ['38', '40', '42', '44'],
      colours: [white, beige, maroon],
    },
    'Printed Kurti for Women / कुर्ती': {
      sizes: ['S', 'M', 'L', 'XL', 'XXL'],
      colours: [pink, blue],
    },
    'Silk Blend Festive Kurta': { sizes: ['38', '40', '42'], colours: [maroon, mustard] },
    'Formal Shirt for Men': { sizes: ['38', '40', '42', '44'], colours: [white, blue] },
    'Chinos for Men': { sizes: ['30', '32', '34', '36'], colours: [beige, navy] },
    'Leggings for Women': { sizes: ['M', 'L', 'XL'], colours: [black, white, maroon] },
    'Cotton Saree / सूती साड़ी': { sizes: oneSize, colours: [mustard, green, pink] },
    'Bath Towel': { sizes: ['70 x 140 cm'], colours: [white, blue, maroon] },
    'Cotton Socks Pack of 3': { sizes: oneSize, colours: [black, white] },
    'Vest for Men Pack of 2': { sizes: ['85', '90', '95', '100'], colours: [white] },
    'Exercise Book A5 Pack of 6': {
      sizes: ['Single line', 'Double line', 'Four line', 'Square'],
      colours: [noColour],
    },
    'Spiral Notebook A4': { sizes: ['160 pages'], colours: [red, blue, black] },
    'School Bag 25 L': { sizes: ['25 L'], colours: [navy, red, black] },
    'LED Bulb Cool White': { sizes: ['5 W', '7 W', '12 W', '20 W'], colours: [white], step: 40 },
    'LED Bulb Warm White': {
      sizes: ['5 W', '7 W', '12 W'],
      colours: [['Warm White', '#ffe3b0']],
      step: 40,
    },
    'Decorative LED String 10 m / झालर': {
      sizes: ['10 m'],
      colours: [['Warm White', '#ffe3b0'], blue, ['Multicolour', '#8e44ad']],
    },
  }),
)
