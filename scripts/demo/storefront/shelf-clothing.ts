import type { Shelf } from './shelf.ts'

// Apparel up to 2,500 rupees a piece is at 5 per cent since 22 September 2025, above it at 18.
// prettier-ignore
export const clothing: Shelf = {
  slug: 'clothing',
  name: 'Clothing',
  code: 'CLO',
  trade: null,
  hue: 262,
  picture: 'shirt',
  listed: [],
  own: [
    ['Cotton T-Shirt for Men', 'shirt', '61091000', 5, 499, 349, 'Round neck, 180 gsm combed cotton. टी-शर्ट.'],
    ['Polo T-Shirt for Men', 'shirt', '61051010', 5, 799, 599, 'Collar and two buttons.'],
    ['Cotton T-Shirt for Women', 'shirt', '61091000', 5, 499, 349, 'Relaxed fit.'],
    ['Kids T-Shirt', 'shirt', '61091000', 5, 299, 229, 'Soft cotton with a print; sizes are ages.'],
    ['Cotton Kurta for Men / पुरुषों का कुर्ता', 'kurta', '62113200', 5, 1199, 899, 'Mandarin collar, side pockets.'],
    ['Printed Kurti for Women / कुर्ती', 'kurta', '62114210', 5, 999, 749, 'Block print from Jaipur.'],
    ['Silk Blend Festive Kurta', 'kurta', '62113900', 18, 3499, 2799, 'With woven border, for weddings.'],
    ['Formal Shirt for Men', 'shirt', '62052000', 5, 1299, 949, 'Wrinkle-free cotton.'],
    ['Chinos for Men', 'trousers', '62034200', 5, 1499, 1149, 'Stretch cotton twill; sizes are waist inches.'],
    ['Leggings for Women', 'trousers', '61046200', 5, 399, 299, 'Four-way stretch.'],
    ['Cotton Saree / सूती साड़ी', 'saree', '52085990', 5, 1499, 1199, 'Handloom cotton with blouse piece.'],
    ['नौवारी साड़ी', 'saree', '52085990', 5, 2299, 1899, 'नौ गज की सूती साड़ी। Nine-yard saree.'],
    ['Dhoti Cotton 4 m / धोती', 'saree', '52082190', 5, 449, 379, 'White with a narrow border.'],
    ['Bath Towel', 'towel', '63026010', 5, 449, 349, '450 gsm terry; choose the colour. तौलिया.'],
    ['Double Bedsheet with 2 Pillow Covers', 'towel', '63022100', 5, 1299, 949, 'Printed cotton, 90 by 100 inches. चादर.'],
    ['Cotton Socks Pack of 3', 'sock', '61159500', 5, 249, 189, 'Ankle length. मोज़े.'],
    ['Handkerchief Pack of 6', 'towel', '62132000', 5, 240, 189, 'White cotton with borders. रूमाल.'],
    ['Vest for Men Pack of 2', 'shirt', '61091000', 5, 299, 249, 'Ribbed cotton. बनियान.'],
    ['Woollen Shawl', 'towel', '62142010', 5, 1799, 1399, 'From Kullu, with a woven border. शॉल.'],
    ['Raincoat Adult', 'kurta', '62014090', 5, 999, 799, 'Jacket and trousers with hood. रेनकोट.'],
  ],
}
