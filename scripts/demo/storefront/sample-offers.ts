import { day, indiaMidnight } from '../../../src/cli/demo/dates.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { PictureInput } from '../pictures/draw-picture.ts'
import { readTables } from '../tables.ts'
import { pictureOf } from './goods.ts'

/** The order values (paise) from which `flatOff` is deducted and delivery is free. The sample orders follow both. */
export const flatOffer = { from: 1_499_00, off: 100_00 }
export const freeDeliveryFrom = 499_00

/** The fields of the import file without the image, and the pictogram for the image. */
export type SampleOffer = { record: JsonObject; picture: PictureInput }

/** In the order of display. `from` and `until` in days from today, for those that do not run all the time. */
const offers = readTables(`
slug | title | subtitle | badge | kind | value | picture | from | until
free-delivery | Free delivery in Pune / मोफत घरपोच | On orders of ₹499 and more | FREE DELIVERY | free_shipping | 499 | box
flat-100 | ₹100 off | On orders of ₹1,499 and more | ₹100 OFF | flat | 100 | bag
masala-week | Masala Week | A tenth less on all ground spices | 10% OFF | percentage | 10 | packet | -3 | 6
tshirts-3-for-2 | T-shirts: three for two | Buy two, and the third is ours | BUY 2 GET 1 | buy_x_get_y | 2+1 | shirt
festive-hamper | Festive hampers made to order | Dry fruits and farsan in a box; ask at the counter | NEW | other | Ask at the counter | box
new-year-sale | New Year Sale / नए साल की सेल | Household goods and lights at a quarter less | 25% OFF | percentage | 25 | bulb | 14 | 21
monsoon-clearance | Monsoon Clearance | Umbrellas and raincoats, while they last | 30% OFF | percentage | 30 | umbrella | -90 | -45
`)

/** The products of Masala Week. */
const groundSpices = ['005', '006', '007', '008', '015', '016', '017', '018', '019'].map(
  (number) => `OIL-${number}`,
)

/** The hue of the offers' pictures. */
const hue = 4

/** At `now` (ms), five offers run, one is still to come, and one is over. */
export function sampleOffers(now: number): SampleOffer[] {
  const inDays = (days: string) => new Date(indiaMidnight(now) + Number(days) * day).toISOString()
  return Array.from(offers, ([slug, row], sort_order) => ({
    record: {
      slug,
      title: row('title'),
      subtitle: row('subtitle'),
      badge_text: row('badge'),
      rule_kind: row('kind'),
      rule_value: row('value'),
      ...(slug === 'masala-week' && { applies_to: 'products', products: groundSpices }),
      sort_order,
      ...(row('from') !== '' && { starts_at: inDays(row('from')), ends_at: inDays(row('until')) }),
    },
    picture: { picture: pictureOf(row), hue },
  }))
}
