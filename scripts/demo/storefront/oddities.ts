/*
 * What a shop's data are never without: goods that are not shown, have no picture or no price yet, or are sold out.
 * By name.
 */

/** Not shown, and why. */
export const hidden: ReadonlyMap<string, { is_active?: false; approval_status?: string }> = new Map(
  Object.entries({
    'Energy Drink 250 ml': { is_active: false },
    'Immersion Rod 1500 W': { is_active: false },
    'Raincoat Adult': { is_active: false },
    'Copper Lota / तांबे का लोटा': { approval_status: 'draft' },
    'India Map Laminated': { approval_status: 'draft' },
    'Sunscreen Lotion 50 ml': { approval_status: 'pending' },
    'Razor Twin Blade Pack of 5': { approval_status: 'rejected' },
  } as const),
)

/** Not shown either: nobody has said what they cost. */
export const unpriced: ReadonlySet<string> = new Set([
  'Copper Lota / तांबे का लोटा',
  'India Map Laminated',
  'Sunscreen Lotion 50 ml',
])

export const pictureless: ReadonlySet<string> = new Set([
  'Brown Sugar 500 g',
  'Hing 50 g',
  'Scrub Pad Pack of 3',
  'Ruler 30 cm',
  'Copper Lota / तांबे का लोटा',
])

export const soldOut: ReadonlySet<string> = new Set([
  'Indrayani Rice 5 kg',
  'Green Cardamom 50 g',
  'Bhakarwadi 500 g / भाकरवडी',
  'Honey 500 g',
  'Sanitary Pads XL Pack of 20',
  'मिट्टी के दीये 12 नग',
  'Umbrella 3 Fold',
  'Gel Pen Black Pack of 5',
  'Table Fan 400 mm',
  'नौवारी साड़ी',
])
