import { day, indiaMidnight } from '../../../src/cli/demo/dates.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { PictureInput } from '../pictures/draw-picture.ts'
import type { PictureName } from '../pictures/pictograms.ts'

/** The order values (paise) from which `flatOff` is deducted and delivery is free. The sample orders follow both. */
export const flatOffer = { from: 1_499_00, off: 100_00 }
export const freeDeliveryFrom = 499_00

/** The fields of the import file without the image, and the pictogram for the image. */
export type SampleOffer = { record: JsonObject; picture: PictureInput }

/** The pictograms of offers, by slug. Other offers show a box. */
const pictures: ReadonlyMap<string, PictureName> = new Map([
  ['masala-week', 'packet'],
  ['tshirts-3-for-2', 'shirt'],
  ['new-year-sale', 'bulb'],
  ['monsoon-clearance', 'umbrella'],
  ['flat-100', 'bag'],
])

/** The hue of the offers' pictures. */
const hue = 4

/** At `now` (ms), five offers run, one is still to come, and one is over. */
export function sampleOffers(now: number): SampleOffer[] {
  return offersOn(indiaMidnight(now)).map((offer) => {
    return { record: offer, picture: { picture: pictures.get(offer.slug) ?? 'box', hue } }
  })
}

/** The products of Masala Week. */
const groundSpices = ['005', '006', '007', '008', '015', '016', '017', '018', '019'].map(
  (number) => `OIL-${number}`,
)

type Offer = JsonObject & { slug: string }

function offersOn(today: number): Offer[] {
  return [
    ...runningOffers(today),
    {
      slug: 'new-year-sale',
      title: 'New Year Sale / नए साल की सेल',
      subtitle: 'Household goods and lights at a quarter less',
      badge_text: '25% OFF',
      rule_kind: 'percentage',
      rule_value: '25',
      sort_order: 5,
      starts_at: iso(today + 14 * day),
      ends_at: iso(today + 21 * day),
    },
    {
      slug: 'monsoon-clearance',
      title: 'Monsoon Clearance',
      subtitle: 'Umbrellas and raincoats, while they last',
      badge_text: '30% OFF',
      rule_kind: 'percentage',
      rule_value: '30',
      sort_order: 6,
      starts_at: iso(today - 90 * day),
      ends_at: iso(today - 45 * day),
    },
  ]
}

function runningOffers(today: number): Offer[] {
  return [
    {
      slug: 'free-delivery',
      title: 'Free delivery in Pune / मोफत घरपोच',
      subtitle: 'On orders of ₹499 and more',
      badge_text: 'FREE DELIVERY',
      rule_kind: 'free_shipping',
      rule_value: '499',
      sort_order: 0,
    },
    {
      slug: 'flat-100',
      title: '₹100 off',
      subtitle: 'On orders of ₹1,499 and more',
      badge_text: '₹100 OFF',
      rule_kind: 'flat',
      rule_value: '100',
      sort_order: 1,
    },
    {
      slug: 'masala-week',
      title: 'Masala Week',
      subtitle: 'A tenth less on all ground spices',
      badge_text: '10% OFF',
      rule_kind: 'percentage',
      rule_value: '10',
      applies_to: 'products',
      products: groundSpices,
      sort_order: 2,
      starts_at: iso(today - 3 * day),
      ends_at: iso(today + 6 * day),
    },
    {
      slug: 'tshirts-3-for-2',
      title: 'T-shirts: three for two',
      subtitle: 'Buy two, and the third is ours',
      badge_text: 'BUY 2 GET 1',
      rule_kind: 'buy_x_get_y',
      rule_value: '2+1',
      sort_order: 3,
    },
    {
      slug: 'festive-hamper',
      title: 'Festive hampers made to order',
      subtitle: 'Dry fruits and farsan in a box; ask at the counter',
      badge_text: 'NEW',
      rule_kind: 'other',
      rule_value: 'Ask at the counter',
      sort_order: 4,
    },
  ]
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
