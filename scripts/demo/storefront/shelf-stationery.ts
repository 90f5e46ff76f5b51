import type { Shelf } from './shelf.ts'

// Since 22 September 2025 exercise books, pencils, crayons, sharpeners, erasers and maps are at none, pens at 18 per cent.
// prettier-ignore
export const stationery: Shelf = {
  slug: 'stationery',
  name: 'School & Office',
  code: 'SCH',
  trade: 'stationery',
  hue: 214,
  picture: 'notebook',
  listed: [
    ['Notebook 172 Pages', 'notebook', 'Long book, single line, soft cover. वही.'],
    ['Account Register 200 Pages', 'notebook', 'Hard-bound ledger. रजिस्टर.'],
    ['A4 Copier Paper 500 Sheets', 'paper', '75 gsm, does not jam. ए4 कागज़.'],
    ['Ball Pen Blue Pack of 10', 'pen', 'Smooth 0.7 mm tip. नीला पेन.'],
    ['HB Pencil Pack of 10', 'pen', 'Break-resistant lead, with a sharpener. पेंसिल.'],
    ['Eraser Box of 20', 'box', 'Dust-free erasers. रबर.'],
    ['Geometry Box', 'box', 'Compass, divider and set squares in a tin. कंपास बॉक्स.'],
    ['Glue Stick 15 g', 'tube', 'Dries clear. गोंद.'],
    ['Stapler No. 10', 'stapler', 'With a box of pins. स्टेपलर.'],
  ],
  own: [
    ['Exercise Book A5 Pack of 6', 'notebook', '48202000', 0, 180, 159, 'Ruled school books; choose the ruling. वह्या.'],
    ['Spiral Notebook A4', 'notebook', '48202000', 0, 120, 105, 'Perforated, 160 pages; choose the colour.'],
    ['Drawing Book A3', 'paper', '48202000', 0, 110, 95, 'Thick white sheets. चित्रकला वही.'],
    ['Wax Crayons 24 Shades', 'box', '96099010', 0, 75, 64, 'Non-toxic. मोम रंग.'],
    ['Colour Pencils 12 Shades', 'box', '96091000', 0, 120, 99, 'Bright, soft leads. रंगीन पेंसिल.'],
    ['Sharpener Pack of 5', 'box', '82141010', 0, 25, 22, 'Steel blade. शार्पनर.'],
    ['Gel Pen Black Pack of 5', 'pen', '96081099', 18, 75, 65, 'Waterproof gel ink.'],
    ['Permanent Marker', 'pen', '96082000', 18, 30, 27, 'Writes on parcel tape. मार्कर.'],
    ['Whiteboard Marker Set of 4', 'pen', '96082000', 18, 140, 119, 'Black, blue, red and green.'],
    ['Ruler 30 cm', 'ruler', '90172090', 5, 20, 18, 'Clear plastic. पट्टी.'],
    ['Packing Tape 48 mm', 'roll', '39191000', 18, 65, 55, 'Brown, 65 metres. टेप.'],
    ['Bubble Wrap 10 m', 'roll', '39232990', 18, 260, 225, 'For parcels, half a metre wide.'],
    ['India Map Laminated', 'paper', '49052000', 0, 150, 130, 'Political map, 70 by 100 cm. भारत का नक्शा.'],
    ['School Bag 25 L', 'bag', '42029200', 18, 999, 849, 'Three compartments, rain cover; choose the colour. दप्तर.'],
  ],
}
