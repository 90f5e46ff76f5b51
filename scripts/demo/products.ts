export type Trade = 'grocery' | 'household' | 'stationery' | 'electrical'

export type Product = {
  name: string
  aliases: readonly string[]
  trade: Trade
  unit: string
  /** Eight digits; documents print the first four, six or all of them. */
  hsn: string
  /** The rate in force since 22 September 2025, when the 12 and 28 per cent slabs ended. */
  gstPercent: number
  /** What the shop pays for one unit before tax, in whole rupees. */
  rupees: number
}

type Row = readonly [
  name: string,
  unit: string,
  hsn: string,
  gstPercent: 0 | 5 | 18,
  rupees: number,
  ...aliases: string[],
]

const grocery: readonly Row[] = [
  ['Basmati Rice 5 kg', 'Bag', '10063020', 5, 460, 'Basmati 5kg', 'बासमती चावल 5 किग्रा'],
  ['Kolam Rice 25 kg', 'Bag', '10063090', 5, 1380, 'Kolam 25kg', 'Rice Kolam 25K'],
  ['Wheat Atta 10 kg', 'Bag', '11010000', 5, 372, 'Chakki Atta 10kg', 'गेहूं आटा 10 किग्रा'],
  ['Maida 1 kg', 'Pkt', '11010000', 5, 38, 'Maida 1kg Pkt', 'मैदा 1 किग्रा'],
  ['Besan 1 kg', 'Pkt', '11061000', 5, 86, 'Gram Flour 1kg', 'बेसन 1 किग्रा'],
  ['Poha Thick 500 g', 'Pkt', '19041090', 5, 32, 'Jada Poha 500g', 'पोहा 500 ग्राम'],
  ['Toor Dal 1 kg', 'Pkt', '07136000', 5, 128, 'Arhar Dal 1kg', 'Tur Dal 1 Kg', 'तूर दाल 1 किग्रा'],
  ['Moong Dal 1 kg', 'Pkt', '07133100', 5, 104, 'Mung Dal 1kg', 'मूंग दाल 1 किग्रा'],
  ['Chana Dal 1 kg', 'Pkt', '07132090', 5, 82, 'Channa Dal 1kg', 'चना दाल 1 किग्रा'],
  ['Sugar 1 kg', 'Pkt', '17019990', 5, 42, 'Sakhar 1kg', 'चीनी 1 किग्रा'],
  ['Jaggery 1 kg', 'Pkt', '17011410', 5, 58, 'Gul 1kg', 'गुड़ 1 किग्रा'],
  ['Iodised Salt 1 kg', 'Pkt', '25010010', 0, 19, 'Salt Iodized 1kg', 'नमक 1 किग्रा'],
  ['Sunflower Oil 1 L', 'Pouch', '15121910', 5, 142, 'Sunflower Oil 1 Ltr', 'S/F Oil 1L'],
  ['Groundnut Oil 1 L', 'Pouch', '15089091', 5, 176, 'Gnut Oil 1 Ltr', 'Shengdana Tel 1L'],
  ['Mustard Oil 1 L', 'Btl', '15149120', 5, 158, 'Sarson Tel 1L', 'सरसों तेल 1 लीटर'],
  ['Cow Ghee 1 L', 'Tin', '04059020', 5, 545, 'Desi Ghee 1L', 'गाय का घी 1 लीटर'],
  ['Assam Tea 250 g', 'Pkt', '09023020', 5, 92, 'Tea CTC 250g', 'चाय पत्ती 250 ग्राम'],
  ['Instant Coffee 50 g', 'Jar', '21011120', 5, 132, 'Coffee Inst 50g'],
  ['Milk Powder 500 g', 'Pkt', '04022100', 5, 218, 'Dairy Whitener 500g'],
  ['Turmeric Powder 200 g', 'Pkt', '09103030', 5, 46, 'Haldi 200g', 'हल्दी 200 ग्राम'],
  ['Red Chilli Powder 200 g', 'Pkt', '09042211', 5, 62, 'Mirchi Pwd 200g', 'लाल मिर्च 200 ग्राम'],
  ['Coriander Powder 200 g', 'Pkt', '09092200', 5, 40, 'Dhania Pwd 200g', 'धनिया 200 ग्राम'],
  ['Garam Masala 100 g', 'Pkt', '09109100', 5, 58, 'G Masala 100g', 'गरम मसाला 100 ग्राम'],
  ['Glucose Biscuits 800 g', 'Pkt', '19053100', 5, 74, 'Biscuit Glucose 800g'],
  ['Namkeen Mixture 400 g', 'Pkt', '21069099', 5, 78, 'Mixture 400g', 'Farsan Mix 400g'],
  ['Instant Noodles 280 g', 'Pkt', '19023010', 5, 48, 'Noodles 4 Pack'],
  ['Tomato Ketchup 1 kg', 'Btl', '21032000', 5, 98, 'Tomato Sauce 1kg'],
  ['Mango Pickle 500 g', 'Jar', '20019000', 5, 92, 'Aam Achar 500g', 'आम का अचार 500 ग्राम'],
  ['Packaged Water 1 L Case of 12', 'Case', '22011010', 5, 152, 'Water 1L x 12'],
  ['Almonds 250 g', 'Pkt', '08021200', 5, 205, 'Badam 250g', 'बादाम 250 ग्राम'],
]

const household: readonly Row[] = [
  ['Toilet Soap 125 g', 'Pcs', '34011190', 5, 31, 'Bath Soap 125g', 'नहाने का साबुन 125 ग्राम'],
  ['Detergent Powder 1 kg', 'Pkt', '34025000', 18, 92, 'Det Pwd 1kg', 'Washing Powder 1kg'],
  ['Dishwash Bar 300 g', 'Pcs', '34025000', 18, 18, 'Dish Bar 300g'],
  ['Toilet Cleaner 500 ml', 'Btl', '34025000', 18, 82, 'T Cleaner 500ml'],
  ['Floor Cleaner 1 L', 'Btl', '38089400', 18, 148, 'Phenyl 1 Ltr', 'फिनाइल 1 लीटर'],
  ['Mosquito Coil Pack of 10', 'Pkt', '38089191', 18, 30, 'Mosq Coil 10s', 'मच्छर अगरबत्ती'],
  ['Toothpaste 150 g', 'Pcs', '33061020', 5, 84, 'T/Paste 150g'],
  ['Shampoo 180 ml', 'Btl', '33051090', 5, 118, 'Shampoo Btl 180ml'],
  [
    'Coconut Hair Oil 200 ml',
    'Btl',
    '33059019',
    5,
    86,
    'Coco Hair Oil 200ml',
    'नारियल तेल 200 मिली',
  ],
  ['Agarbatti 100 Sticks', 'Pkt', '33074100', 5, 42, 'Incense 100s', 'अगरबत्ती 100'],
  ['Matchbox Bundle of 10', 'Bdl', '36050010', 5, 18, 'Matches 10s', 'माचिस बंडल'],
  ['Soft Broom', 'Pcs', '96031000', 0, 68, 'Phool Jhadu', 'फूल झाड़ू'],
  ['Steel Tiffin 3 Tier', 'Pcs', '73239390', 5, 285, 'SS Tiffin 3T', 'स्टील टिफिन 3 डिब्बा'],
]

const stationery: readonly Row[] = [
  ['Notebook 172 Pages', 'Pcs', '48202000', 0, 38, 'Long Book 172p', 'वही 172 पेज'],
  ['Account Register 200 Pages', 'Pcs', '48201090', 18, 72, 'Register 200p'],
  ['A4 Copier Paper 500 Sheets', 'Ream', '48025690', 18, 228, 'A4 Ream 75gsm', 'Xerox Paper A4'],
  ['Ball Pen Blue Pack of 10', 'Pkt', '96081099', 18, 46, 'Blue Pen 10s'],
  ['HB Pencil Pack of 10', 'Pkt', '96091000', 0, 38, 'Pencil HB 10s', 'पेंसिल 10'],
  ['Eraser Box of 20', 'Box', '40169200', 0, 54, 'Rubber Eraser 20s'],
  ['Geometry Box', 'Pcs', '90172090', 5, 86, 'Compass Box'],
  ['Glue Stick 15 g', 'Pcs', '35061000', 18, 22, 'Gluestick 15g'],
  ['Stapler No. 10', 'Pcs', '84729010', 18, 48, 'Stapler Small No10'],
]

const electrical: readonly Row[] = [
  ['LED Bulb 9 W', 'Nos', '85395200', 18, 62, 'LED Lamp 9W B22', 'एलईडी बल्ब 9 वाट'],
  ['LED Batten 20 W', 'Nos', '94051100', 18, 178, 'LED Tube 20W', 'Tubelight LED 20W'],
  ['AA Battery Pack of 4', 'Pkt', '85061000', 18, 56, 'Pencil Cell AA 4s'],
  ['Extension Board 4 Way', 'Nos', '85366990', 18, 242, 'Ext Board 4W', 'Spike Board 4 Way'],
  ['PVC Wire 1.5 sq mm 90 m', 'Coil', '85444999', 18, 1420, 'Wire 1.5mm 90mtr'],
  ['Modular Switch 6 A', 'Nos', '85365090', 18, 24, 'Switch 6A Mod'],
  ['Ceiling Fan 1200 mm', 'Nos', '84145120', 18, 1465, 'Fan 48 inch', 'छत का पंखा 1200 मिमी'],
  ['Electric Kettle 1.5 L', 'Nos', '85167990', 18, 585, 'Kettle 1.5Ltr SS'],
]

/** The shop's 60 products, by trade. */
export const products: readonly Product[] = [
  ...grocery.map((row) => product('grocery', row)),
  ...household.map((row) => product('household', row)),
  ...stationery.map((row) => product('stationery', row)),
  ...electrical.map((row) => product('electrical', row)),
]

function product(trade: Trade, row: Row): Product {
  const [name, unit, hsn, gstPercent, rupees, ...aliases] = row
  return { name, aliases, trade, unit, hsn, gstPercent, rupees }
}
