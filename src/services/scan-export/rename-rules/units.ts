// A unit that is missing here leaves a number unread, which is safe. A multiplier ("lakh", "k", "%") that was listed here
// would make it wrong: so no `thd` (GST's code for thousands), and no bare `l` or `m`, which are lakh and million as
// often as litre and metre.

/** Units that may follow a printed number, in lower case, in the singular and the plural. */
export const units: ReadonlySet<string> = new Set(
  [
    // GST's unit quantity codes.
    'bag bal bdl bkl bou box btl bun can cbm ccm cms ctn doz drm ggk gms grs gyd kgs klr kme ltr mlt mtr mts nos oth',
    'pac pcs prs qtl rol set sqf sqm sqy tbs tgm ton tub ugs unt yds',
    // Weight, volume, length, area.
    'kg kilo kilos kilogram kilograms g gm gram grams mg qtls quintal quintals tons tonne tonnes mt lb lbs',
    'lt ltrs liter liters litre litres ml kl',
    'mtrs meter meters metre metres cm mm ft foot feet in inch inches yd yard yards rft rmt',
    'sqft sqmt sqmtr cft cum',
    // Pieces and packings.
    'no number numbers each ea pc piece pieces unit units pair pairs dozen dozens dz doz gross sets',
    'bags bale bales bundle bundles bottle bottles btls boxes bx cans carton cartons ctns case cases cs crate crates',
    'drum drums jar jars tin tins pack packs packet packets pkt pkts pouch pouches sachet sachets roll rolls reel reels',
    'sheet sheets strip strips tab tabs tablet tablets cap caps capsule capsules vial vials amp ampoule ampoules',
    'tube tubes tray trays bucket buckets barrel barrels coil coils length lengths lot lots kit kits book books',
    'ream reams bunch bunches item items copy copies',
    // Services.
    'job jobs hr hrs hour hours day days week weeks month months visit visits trip trips',
    // Hindi.
    'नग पीस किलो किग्रा ग्राम लीटर मीटर दर्जन पैकेट डिब्बा बोरी',
  ].flatMap((line) => line.split(' ')),
)
