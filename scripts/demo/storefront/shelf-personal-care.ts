import type { Shelf } from './shelf.ts'

// Since 22 September 2025 soap bars, shampoo, hair oil, toothpaste and brushes are at 5 per cent; liquid soap stayed at 18.
// prettier-ignore
export const personalCare: Shelf = {
  slug: 'personal-care',
  name: 'Personal Care',
  code: 'PER',
  trade: 'household',
  hue: 312,
  picture: 'tube',
  listed: [
    ['Toilet Soap 125 g', 'bar', 'Sandal bathing bar. नहाने का साबुन.'],
    ['Toothpaste 150 g', 'tube', 'Clove and mint toothpaste. टूथपेस्ट.'],
    ['Shampoo 180 ml', 'bottle', 'Everyday shampoo with hibiscus. शैम्पू.'],
    ['Coconut Hair Oil 200 ml', 'bottle', 'Pure coconut oil for hair. नारियल तेल.'],
  ],
  own: [
    ['Neem Soap 100 g Pack of 4 / नीम साबुन', 'bar', '34011190', 5, 180, 159, 'Four bars with neem and tulsi.'],
    ['Liquid Handwash 750 ml', 'pouch', '34013019', 18, 119, 99, 'Refill pouch, lemon.'],
    ['Face Wash 100 ml', 'tube', '34013011', 18, 165, 149, 'Neem and turmeric, soap free.'],
    ['Talcum Powder 300 g', 'jar', '33049120', 5, 210, 185, 'Sandalwood talc. पाउडर.'],
    ['Toothbrush Soft Pack of 3', 'brush', '96032100', 5, 99, 79, 'Soft bristles with tongue cleaner.'],
    ['Tooth Powder 200 g / दंत मंजन', 'jar', '33061010', 5, 95, 85, 'Herbal tooth powder with clove.'],
    ['Mouthwash 250 ml', 'bottle', '33069000', 18, 160, 139, 'Alcohol-free, cool mint.'],
    ['Shaving Cream 78 g', 'tube', '33071010', 5, 88, 79, 'Lather cream with aloe.'],
    ['Razor Twin Blade Pack of 5', 'brush', '82121090', 18, 125, 110, 'Disposable twin-blade razors.'],
    ['Amla Hair Oil 300 ml / आंवला तेल', 'bottle', '33059019', 5, 175, 155, 'Cooling oil with amla and bhringraj.'],
    ['Henna Powder 200 g / मेहंदी', 'packet', '33059040', 5, 110, 95, 'Triple-sifted Rajasthani henna.'],
    ['Petroleum Jelly 100 ml', 'jar', '33049990', 18, 120, 108, 'For dry winter skin.'],
    ['Sunscreen Lotion 50 ml', 'tube', '33049990', 18, 299, 259, 'SPF 50, does not leave white.'],
    ['Deodorant Spray 150 ml', 'can', '33072000', 18, 225, 195, 'Fresh citrus.'],
    ['Sanitary Pads XL Pack of 20', 'packet', '96190010', 0, 210, 189, 'Cottony cover, with wings.'],
    ['कुमकुम 50 ग्राम', 'jar', '33049990', 0, 45, 40, 'शुद्ध हल्दी से बना कुमकुम। Turmeric kumkum.'],
    ['Hair Comb', 'comb', '96151100', 5, 40, 35, 'Handmade, wide and fine teeth. कंघी.'],
    ['Adhesive Bandage Pack of 20', 'box', '30051090', 5, 60, 54, 'Washproof strips for small cuts.'],
  ],
}
