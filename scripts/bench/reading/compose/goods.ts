import { products } from '../../../demo/products.ts'

/** Goods that are sold. `rupees` is the approximate price before tax. */
export type Item = { name: string; hsn: string; unit: string; gst: number; rupees: number }

type Row = readonly [name: string, hsn: string, gst: number, rupees: number, unit?: string]

const medicines: readonly Row[] = [
  ['PARACIP 500MG TAB', '30049069', 5, 9],
  ['CROCINEX 650 TABLET', '300490', 5, 24],
  ['AMOXYMED CV 625', '30041030', 5, 168],
  ['PANTOLUX 40 TAB', '30049039', 5, 74],
  ['CETRIVON 10 TAB', '30049099', 5, 16],
  ['DOLOFAR GEL 30GM', '30049062', 5, 92],
  ['VITABEST FORTE CAP', '30045020', 5, 128],
  ['ORSAFE ORANGE 21GM', '30049099', 5, 19],
  ['COFGARD SYP 100ML', '30049099', 5, 86],
  ['GLYCOMED 500 SR', '30049099', 5, 38],
  ['TELMIKAR 40 TAB', '30049079', 5, 96],
  ['INSUGLIDE R 40IU', '30043110', 5, 148],
  ['BETAHEX CREAM 20G', '30049099', 5, 64],
  ['EYECLEAR DROPS 10ML', '30049099', 5, 58],
  ['SURGICAL GLOVES 7.0', '40151200', 12, 22],
  ['COTTON ROLL 500 GM', '30059010', 12, 182],
  ['DIAPER ADULT L 10S', '96190010', 12, 318],
  ['B.P. MONITOR M2', '90189019', 12, 1180],
  ['THERMOMETER DIGITAL', '90251910', 18, 142],
  ['HAND SANITIZER 500', '38089400', 18, 118],
]

const hardware: readonly Row[] = [
  ['CPVC Pipe 1" SDR 11 (3 Mtr)', '39172390', 18, 412, 'Nos'],
  ['UPVC Elbow 90 Deg 3/4"', '39174000', 18, 14.5, 'Pcs'],
  ['Ball Valve Brass 15mm', '84818030', 18, 268, 'Nos'],
  ['GI Wire 8 Gauge', '72172010', 18, 78.5, 'Kg'],
  ['MS Angle 35x35x5', '72162100', 18, 61.25, 'Kg'],
  ['TMT Bar Fe 500D 12mm', '72142090', 18, 54.8, 'Kg'],
  ['Cement OPC 53 Grade (50 Kg)', '25232910', 28, 318, 'Bag'],
  ['Wall Putty 40 Kg', '32141000', 18, 742, 'Bag'],
  ['Emulsion Paint Interior White 20 Ltr', '32091010', 18, 2840, 'Bkt'],
  ['Hex Bolt & Nut M10 x 50', '73181500', 18, 6.75, 'Pcs'],
  ['Drill Bit HSS 6 mm', '82075000', 18, 48, 'Nos'],
  ['Safety Helmet Yellow', '65061090', 18, 128, 'Nos'],
  ['Sand Paper No. 120', '68052010', 18, 9.2, 'Sht'],
  ['Door Hinge SS 4"', '83021010', 18, 36, 'Pair'],
  ['Mortise Lock 65mm w/ Handle', '83014090', 18, 684, 'Set'],
  ['Ceramic Floor Tile 600x600 Ivory', '69072100', 18, 412, 'Box'],
]

const services: readonly Row[] = [
  ['Annual maintenance of office computers (12 systems)', '998713', 18, 21_600, 'Year'],
  ['Statutory audit fees for FY 2025-26', '998221', 18, 45_000, 'Nos'],
  ['GST return filing - monthly retainership', '998231', 18, 3_500, 'Month'],
  ['Housekeeping services - 4 staff', '998533', 18, 52_800, 'Month'],
  ['Security guard charges (2 guards x 26 days)', '998525', 18, 33_280, 'Month'],
  ['Website hosting and domain renewal', '998315', 18, 6_499, 'Year'],
  ['Digital marketing campaign management', '998361', 18, 18_000, 'Month'],
  ['AC repair and gas filling', '998714', 18, 2_850, 'Nos'],
  ['Transport charges Pune to Nashik, 9 MT', '996511', 12, 14_200, 'Trip'],
  ['Printing of brochures, 4 colour, 5000 copies', '998912', 18, 26_750, 'Job'],
  ['Rent of office premises for the month', '997212', 18, 38_000, 'Month'],
  ['Courier charges as per annexure', '996812', 18, 4_312.5, 'Nos'],
  ['Civil works: false ceiling in showroom', '995475', 18, 61_400, 'Sqft'],
  ['Event photography - full day', '998383', 18, 22_000, 'Day'],
  ['Software licence, 5 users, annual subscription', '997331', 18, 17_500, 'Nos'],
]

const retail: readonly Row[] = [
  ['Voltix 20W USB-C Fast Charger with Cable (White)', '85044030', 18, 846.61, 'Nos'],
  ['SoundPeak Wireless Earbuds, 36 Hr Playtime, Black', '85183019', 18, 1270.34, 'Nos'],
  ['HomeLux Cotton Bedsheet Double 144 TC with 2 Pillow Covers', '63041910', 5, 761.9, 'Nos'],
  ['KitchenPro Stainless Steel Pressure Cooker 5 L Outer Lid', '73239390', 5, 1494.05, 'Nos'],
  ['GripMax Running Shoes for Men UK 8 Grey/Orange', '64041990', 5, 1332.38, 'Pair'],
  ['A-Z Story Books for Kids, Set of 10', '49030010', 0, 499, 'Set'],
  ['Office Chair Mid Back Mesh (Ergonomic)', '94013100', 18, 3643.22, 'Nos'],
  ['PowerCell AAA Batteries Pack of 12', '85061000', 18, 194.92, 'Pkt'],
  ['SilkTouch Hair Dryer 1200 W Foldable', '85163100', 18, 931.36, 'Nos'],
  ['Laptop Backpack 30 L Water Resistant Navy', '42021250', 18, 1015.25, 'Nos'],
  ['LED Monitor 24 inch Full HD IPS', '85285200', 18, 8473.73, 'Nos'],
  ['Mobile Cover Transparent Silicone', '39269099', 18, 168.64, 'Nos'],
]

/** The cess in per cent, by HSN. */
export const cessRates: ReadonlyMap<string, number> = new Map([
  ['22021010', 12],
  ['24022090', 36],
])

const fizzy: readonly Row[] = [
  ['Cola Fizz Pet 750 ml x 24', '22021010', 28, 612, 'Case'],
  ['Orange Fizz Can 300 ml x 24', '22021010', 28, 540, 'Case'],
  ['Lemon Soda 600 ml x 24', '22021010', 28, 438, 'Case'],
  ['Mineral Water 1 L x 12', '22011010', 18, 118, 'Case'],
  ['Mango Drink Tetra 160 ml x 40', '22029920', 12, 312, 'Case'],
]

const names = { medicines, hardware, services, retail, fizzy }

const shopTrades = ['grocery', 'household', 'stationery', 'electrical'] as const

export type Trade = (typeof shopTrades)[number] | keyof typeof names

export function isTrade(text: string): text is Trade {
  return Object.hasOwn(names, text) || shopTrades.some((one) => one === text)
}

/** The goods of a trade. */
export function goodsOf(trade: Trade): Item[] {
  if (
    trade === 'grocery' ||
    trade === 'household' ||
    trade === 'stationery' ||
    trade === 'electrical'
  ) {
    return products
      .filter((product) => product.trade === trade)
      .map(({ name, hsn, unit, gstPercent, rupees }) => ({
        name,
        hsn,
        unit,
        gst: gstPercent,
        rupees,
      }))
  }
  return itemsOf(names[trade])
}

function itemsOf(rows: readonly Row[]): Item[] {
  return rows.map(([name, hsn, gst, rupees, unit = 'Nos']) => ({
    name,
    hsn,
    unit,
    gst,
    rupees,
  }))
}

/** Goods with Hindi names, for bills in Hindi. */
export function hindiGoods(): Item[] {
  return products.flatMap(({ aliases, hsn, unit, gstPercent, rupees }) => {
    const name = aliases.find((alias) => /[\u0900-\u097f]/.test(alias))
    return name === undefined ? [] : [{ name, hsn, unit, gst: gstPercent, rupees }]
  })
}
