import { pictograms, type PictureName } from '../pictures/pictograms.ts'
import { readTables, type Row } from '../tables.ts'

/** One category of the storefront and what is on its shelf. */
export type Shelf = {
  /** The first letters of the shelf's SKUs. */
  code: string
  slug: string
  name: string
  /** The trade of its vendors. '': no vendor sells such goods. */
  trade: string
  /** The hue of its pictures, 0 to 359. */
  hue: number
  picture: PictureName
  /** By name. */
  goods: readonly (readonly [name: string, row: Row])[]
}

export function pictureOf(row: Row): PictureName {
  const name = row('picture')
  if (isPicture(name)) return name
  throw new RangeError(`There is no picture of ${name}.`)
}

function isPicture(name: string): name is PictureName {
  return name in pictograms
}

// Apparel up to 2,500 rupees a piece is at 5 per cent since 22 September 2025, above it at 18. Since then exercise books, pencils, crayons,
// sharpeners, erasers and maps are at none, pens at 18 per cent.

/**
 * The storefront's goods. Those without an HSN are of the shop's list (products.ts), and their prices are calculated from the shop's cost;
 * `mrp` and `price` of the others are in whole rupees including GST.
 */
const goods = readTables(`
name | shelf | picture | hsn | gst | mrp | price | description
Basmati Rice 5 kg | STP | bag |  |  |  |  | Aged long-grain basmati for biryani and pulao. बासमती चावल.
Kolam Rice 25 kg | STP | bag |  |  |  |  | Everyday short-grain rice of Maharashtra, sorted and stone free.
Wheat Atta 10 kg | STP | bag |  |  |  |  | Whole-wheat chakki atta for soft rotis. गेहूं का आटा.
Maida 1 kg | STP | packet |  |  |  |  | Fine refined flour for naan, puri and baking. मैदा.
Besan 1 kg | STP | packet |  |  |  |  | Gram flour ground from chana dal, for bhajiya and kadhi. बेसन.
Poha Thick 500 g | STP | packet |  |  |  |  | Thick flattened rice for kanda poha. जाड़ा पोहा.
Toor Dal 1 kg | STP | packet |  |  |  |  | Unpolished arhar dal that cooks in one whistle less. तूर दाल.
Moong Dal 1 kg | STP | packet |  |  |  |  | Split and skinned moong, light on the stomach. मूंग दाल.
Chana Dal 1 kg | STP | packet |  |  |  |  | Split Bengal gram for dal and puran poli. चना दाल.
Sugar 1 kg | STP | packet |  |  |  |  | Medium-grain sugar from Kolhapur mills. चीनी.
Jaggery 1 kg | STP | box |  |  |  |  | Kolhapuri jaggery block without chemicals. गुड़.
Iodised Salt 1 kg | STP | packet |  |  |  |  | Free-flowing iodised salt. नमक.
Sona Masoori Rice 10 kg | STP | bag | 10063090 | 5 | 740 | 679 | Light medium-grain rice for daily meals.
Indrayani Rice 5 kg | STP | bag | 10063090 | 5 | 425 | 389 | Fragrant sticky rice from Maval, for soft bhaat. इंद्रायणी तांदूळ.
Rajma Chitra 1 kg / राजमा चित्रा | STP | packet | 07133300 | 5 | 190 | 172 | Speckled kidney beans from the hills.
Kabuli Chana 1 kg / काबुली चना | STP | packet | 07132020 | 5 | 175 | 158 | Large white chickpeas for chole.
Masoor Dal 1 kg | STP | packet | 07134000 | 5 | 118 | 104 | Split red lentils, quick to cook. मसूर दाल.
Urad Dal 1 kg | STP | packet | 07133100 | 5 | 165 | 149 | Skinned black gram for idli, dosa and dal makhani. उड़द दाल.
Matki 500 g / मटकी | STP | packet | 07139090 | 5 | 85 | 76 | Moth beans for sprouting and misal.
Green Moong Whole 1 kg | STP | packet | 07133100 | 5 | 148 | 132 | Whole moong for sprouts and usal. हरा मूंग.
Jowar Atta 5 kg / ज्वारी पीठ | STP | bag | 11029090 | 5 | 320 | 289 | Stone-ground sorghum flour for bhakri.
Bajra Atta 1 kg / बाजरी पीठ | STP | packet | 11029090 | 5 | 72 | 64 | Pearl millet flour, freshly ground each week.
Ragi Flour 1 kg | STP | packet | 11029090 | 5 | 95 | 84 | Finger millet flour for malt and bhakri. नाचणी पीठ.
Rava Fine 1 kg | STP | packet | 11031120 | 5 | 62 | 54 | Fine semolina for sheera and upma. बारीक रवा.
साबूदाना 500 ग्राम | STP | packet | 19030000 | 5 | 68 | 59 | उपवास की खिचड़ी और वड़े के लिए बड़ा साबूदाना। Sago for fasting days.
भगर (वरई) 500 ग्राम | STP | packet | 10085900 | 5 | 78 | 69 | उपवास के लिए साफ़ किया हुआ भगर। Barnyard millet.
Peanuts 1 kg | STP | packet | 12024210 | 5 | 168 | 149 | Bold groundnuts for chutney and laddu. शेंगदाणे.
Rock Salt 500 g | STP | packet | 25010020 | 0 | 60 | 49 | Pink sendha namak for fasting days. सेंधा नमक.
Brown Sugar 500 g | STP | packet | 17019990 | 5 | 95 | 85 | Unrefined demerara sugar for baking and coffee.
Oats 1 kg | STP | packet | 11041200 | 5 | 199 | 169 | Rolled oats for porridge. ओट्स.
Sunflower Oil 1 L | OIL | pouch |  |  |  |  | Refined sunflower oil in a pouch. सूरजमुखी तेल.
Groundnut Oil 1 L | OIL | pouch |  |  |  |  | Filtered groundnut oil with its own aroma. मूंगफली तेल.
Mustard Oil 1 L | OIL | bottle |  |  |  |  | Kachi ghani mustard oil. सरसों का तेल.
Cow Ghee 1 L | OIL | tin |  |  |  |  | Granular cow ghee in a tin. गाय का घी.
Turmeric Powder 200 g | OIL | packet |  |  |  |  | Sangli turmeric, bright and pure. हल्दी.
Red Chilli Powder 200 g | OIL | packet |  |  |  |  | Hot red chilli, finely ground. लाल मिर्च.
Coriander Powder 200 g | OIL | packet |  |  |  |  | Ground from roasted coriander seed. धनिया.
Garam Masala 100 g | OIL | packet |  |  |  |  | A blend of thirteen whole spices. गरम मसाला.
Rice Bran Oil 5 L | OIL | can | 15159040 | 5 | 820 | 749 | Physically refined rice bran oil in a can.
Coconut Oil 500 ml | OIL | bottle | 15131900 | 5 | 195 | 176 | Edible coconut oil for cooking. खोबरेल तेल.
Sesame Oil 500 ml / तिल का तेल | OIL | bottle | 15155091 | 5 | 240 | 219 | Cold-pressed gingelly oil.
Vanaspati 1 L | OIL | pouch | 15162011 | 5 | 155 | 139 | Vegetable fat for sweets and farsan. वनस्पति.
Jeera Whole 100 g | OIL | packet | 09093129 | 5 | 62 | 54 | Cumin seed from Unjha. जीरा.
Mustard Seeds 200 g | OIL | packet | 12075090 | 5 | 40 | 34 | Small black rai for tempering. राई.
Kashmiri Chilli Powder 100 g | OIL | packet | 09042211 | 5 | 85 | 76 | Deep colour, gentle heat. कश्मीरी मिर्च.
Goda Masala 100 g / गोडा मसाला | OIL | packet | 09109100 | 5 | 80 | 72 | The Maharashtrian blend with dagad phool and coconut.
Kanda Lasun Masala 200 g | OIL | packet | 09109100 | 5 | 95 | 86 | Onion and garlic masala, Kolhapur style. कांदा लसूण मसाला.
Chole Masala 100 g | OIL | box | 09109100 | 5 | 78 | 70 | Blended spices for Punjabi chole. छोले मसाला.
Pav Bhaji Masala 100 g | OIL | box | 09109100 | 5 | 76 | 68 | For pav bhaji as on the beach. पाव भाजी मसाला.
Hing 50 g | OIL | jar | 13019013 | 5 | 120 | 108 | Compounded asafoetida. हींग.
Green Cardamom 50 g | OIL | packet | 09083120 | 5 | 240 | 215 | Bold eight-millimetre pods. हरी इलायची.
Cloves 50 g | OIL | packet | 09071020 | 5 | 95 | 84 | Hand-picked whole cloves. लौंग.
काली मिर्च साबुत 100 ग्राम | OIL | packet | 09041120 | 5 | 130 | 116 | मलबार की साबुत काली मिर्च। Whole black pepper.
Tamarind 500 g | OIL | packet | 08134010 | 5 | 110 | 98 | Seedless tamarind block. इमली.
Assam Tea 250 g | SNK | packet |  |  |  |  | Strong CTC leaf for cutting chai. चाय पत्ती.
Instant Coffee 50 g | SNK | jar |  |  |  |  | Freeze-dried coffee in a glass jar. कॉफ़ी.
Milk Powder 500 g | SNK | packet |  |  |  |  | Dairy whitener for tea and sweets. दूध पाउडर.
Glucose Biscuits 800 g | SNK | biscuit |  |  |  |  | The family pack for every cup of tea. बिस्कुट.
Namkeen Mixture 400 g | SNK | packet |  |  |  |  | Sev, peanuts and fried dal, medium hot. नमकीन.
Instant Noodles 280 g | SNK | packet |  |  |  |  | Four cakes with masala tastemaker. नूडल्स.
Tomato Ketchup 1 kg | SNK | bottle |  |  |  |  | Thick tomato ketchup. टमाटर सॉस.
Mango Pickle 500 g | SNK | jar |  |  |  |  | Raw mango in mustard oil. आम का अचार.
Packaged Water 1 L Case of 12 | SNK | bottle |  |  |  |  | Twelve sealed bottles of drinking water. पानी.
Almonds 250 g | SNK | packet |  |  |  |  | Californian almonds. बादाम.
Cola 750 ml | SNK | bottle | 22021010 | 40 | 45 | 42 | Chilled cola in a bottle.
Lemon Soda 600 ml | SNK | bottle | 22021020 | 40 | 40 | 38 | Sparkling lemon drink.
Energy Drink 250 ml | SNK | can | 22029990 | 40 | 125 | 119 | Caffeinated drink. Not for children.
Mango Drink 1.2 L | SNK | bottle | 22029920 | 5 | 85 | 75 | Alphonso pulp drink. आम रस.
Mixed Fruit Juice 1 L | SNK | box | 20099000 | 5 | 125 | 109 | No added sugar.
मसाला छाछ 200 मिली | SNK | pouch | 04039090 | 5 | 20 | 18 | जीरा और पुदीना वाली ठंडी छाछ। Spiced buttermilk.
UHT Milk 1 L | SNK | box | 04012000 | 0 | 78 | 74 | Toned milk that keeps for six months unopened.
Paneer 200 g | SNK | box | 04061000 | 0 | 95 | 90 | Fresh malai paneer, pre-packed. पनीर.
Salted Butter 500 g | SNK | box | 04051000 | 5 | 290 | 279 | Table butter. मक्खन.
Cheese Slices 200 g | SNK | box | 04063000 | 5 | 150 | 139 | Ten processed cheese slices.
Brown Bread 400 g | SNK | packet | 19059010 | 0 | 50 | 48 | Baked daily in Pune.
Bhakarwadi 500 g / भाकरवडी | SNK | packet | 21069099 | 5 | 190 | 175 | Crisp spirals, sweet and spicy, the taste of Pune.
Chakli 250 g / चकली | SNK | packet | 21069099 | 5 | 110 | 98 | Bhajani chakli from a home kitchen.
Shev 400 g | SNK | packet | 21069099 | 5 | 120 | 108 | Thick besan sev for misal. शेव.
Potato Chips 150 g | SNK | packet | 20052000 | 5 | 60 | 55 | Classic salted.
Marie Biscuits 300 g | SNK | biscuit | 19053100 | 5 | 45 | 40 | Light wheat biscuits for tea.
Cream Biscuits 120 g | SNK | biscuit | 19053100 | 5 | 30 | 27 | Chocolate cream between two cocoa biscuits.
Milk Chocolate 80 g | SNK | bar | 18069010 | 5 | 90 | 85 | Smooth milk chocolate bar.
Cashew Whole 250 g | SNK | packet | 08013220 | 5 | 320 | 289 | W320 kernels from Goa. काजू.
Raisins 250 g | SNK | packet | 08062010 | 5 | 130 | 115 | Golden raisins from Nashik. किशमिश.
Green Tea 25 Bags | SNK | box | 09021090 | 5 | 160 | 139 | Nilgiri green tea.
Honey 500 g | SNK | jar | 04090000 | 5 | 245 | 215 | Multi-flower honey from Mahabaleshwar. शहद.
Mixed Fruit Jam 500 g | SNK | jar | 20079990 | 5 | 175 | 155 | For bread and roti rolls.
उड़द पापड़ 400 ग्राम | SNK | box | 19059040 | 0 | 140 | 125 | काली मिर्च वाले उड़द के पापड़। Urad papad with pepper.
Toilet Soap 125 g | PER | bar |  |  |  |  | Sandal bathing bar. नहाने का साबुन.
Toothpaste 150 g | PER | tube |  |  |  |  | Clove and mint toothpaste. टूथपेस्ट.
Shampoo 180 ml | PER | bottle |  |  |  |  | Everyday shampoo with hibiscus. शैम्पू.
Coconut Hair Oil 200 ml | PER | bottle |  |  |  |  | Pure coconut oil for hair. नारियल तेल.
Neem Soap 100 g Pack of 4 / नीम साबुन | PER | bar | 34011190 | 5 | 180 | 159 | Four bars with neem and tulsi.
Liquid Handwash 750 ml | PER | pouch | 34013019 | 18 | 119 | 99 | Refill pouch, lemon.
Face Wash 100 ml | PER | tube | 34013011 | 18 | 165 | 149 | Neem and turmeric, soap free.
Talcum Powder 300 g | PER | jar | 33049120 | 5 | 210 | 185 | Sandalwood talc. पाउडर.
Toothbrush Soft Pack of 3 | PER | brush | 96032100 | 5 | 99 | 79 | Soft bristles with tongue cleaner.
Tooth Powder 200 g / दंत मंजन | PER | jar | 33061010 | 5 | 95 | 85 | Herbal tooth powder with clove.
Mouthwash 250 ml | PER | bottle | 33069000 | 18 | 160 | 139 | Alcohol-free, cool mint.
Shaving Cream 78 g | PER | tube | 33071010 | 5 | 88 | 79 | Lather cream with aloe.
Razor Twin Blade Pack of 5 | PER | brush | 82121090 | 18 | 125 | 110 | Disposable twin-blade razors.
Amla Hair Oil 300 ml / आंवला तेल | PER | bottle | 33059019 | 5 | 175 | 155 | Cooling oil with amla and bhringraj.
Henna Powder 200 g / मेहंदी | PER | packet | 33059040 | 5 | 110 | 95 | Triple-sifted Rajasthani henna.
Petroleum Jelly 100 ml | PER | jar | 33049990 | 18 | 120 | 108 | For dry winter skin.
Sunscreen Lotion 50 ml | PER | tube | 33049990 | 18 | 299 | 259 | SPF 50, does not leave white.
Deodorant Spray 150 ml | PER | can | 33072000 | 18 | 225 | 195 | Fresh citrus.
Sanitary Pads XL Pack of 20 | PER | packet | 96190010 | 0 | 210 | 189 | Cottony cover, with wings.
कुमकुम 50 ग्राम | PER | jar | 33049990 | 0 | 45 | 40 | शुद्ध हल्दी से बना कुमकुम। Turmeric kumkum.
Hair Comb | PER | comb | 96151100 | 5 | 40 | 35 | Handmade, wide and fine teeth. कंघी.
Adhesive Bandage Pack of 20 | PER | box | 30051090 | 5 | 60 | 54 | Washproof strips for small cuts.
Detergent Powder 1 kg | HOM | packet |  |  |  |  | For bucket and machine. कपड़े धोने का पाउडर.
Dishwash Bar 300 g | HOM | bar |  |  |  |  | Cuts grease with lemon. बर्तन बार.
Toilet Cleaner 500 ml | HOM | bottle |  |  |  |  | Thick liquid that clings. टॉयलेट क्लीनर.
Floor Cleaner 1 L | HOM | bottle |  |  |  |  | Pine disinfectant for all floors. फिनाइल.
Mosquito Coil Pack of 10 | HOM | box |  |  |  |  | Ten coils, eight hours each. मच्छर अगरबत्ती.
Agarbatti 100 Sticks | HOM | stick |  |  |  |  | Mogra incense from Mysuru. अगरबत्ती.
Matchbox Bundle of 10 | HOM | box |  |  |  |  | Ten boxes of wooden matches. माचिस.
Soft Broom | HOM | broom |  |  |  |  | Phool jhadu with a firm grip. फूल झाड़ू.
Steel Tiffin 3 Tier | HOM | tiffin |  |  |  |  | Stainless steel, locks tight. स्टील टिफिन.
Liquid Detergent 2 L | HOM | can | 34025000 | 18 | 399 | 349 | Front and top load.
Dishwash Liquid 750 ml | HOM | bottle | 34025000 | 18 | 170 | 149 | One spoon a sink.
Glass Cleaner 500 ml | HOM | bottle | 34025000 | 18 | 105 | 94 | Streak-free spray.
Steel Scrubber Pack of 6 | HOM | box | 73231000 | 5 | 60 | 49 | For burnt pots. तार का गुच्छा.
Scrub Pad Pack of 3 | HOM | bar | 68053000 | 18 | 45 | 39 | Green nylon pads.
Floor Mop with Handle | HOM | broom | 96039000 | 18 | 349 | 289 | Cotton mop, telescopic handle. पोछा.
Bucket 18 L | HOM | bucket | 39249090 | 18 | 299 | 249 | Unbreakable, with steel handle. बाल्टी.
Bath Mug 1.5 L | HOM | cup | 39249090 | 18 | 60 | 49 | Matches the bucket. मग.
Storage Container Set of 3 | HOM | jar | 39241090 | 18 | 449 | 379 | Airtight, 500 ml, 1 L and 2 L. डिब्बे.
Pressure Cooker 3 L | HOM | pot | 76151011 | 5 | 1799 | 1549 | Aluminium, outer lid, ISI marked. प्रेशर कुकर.
Kadhai Iron 26 cm / लोहे की कढ़ाई | HOM | pot | 73239190 | 5 | 899 | 749 | Seasoned cast iron.
Dosa Tawa 28 cm | HOM | pan | 76151030 | 5 | 849 | 699 | Non-stick, four millimetres thick. डोसा तवा.
Steel Water Bottle 1 L | HOM | bottle | 73239390 | 5 | 399 | 329 | Single wall, leak proof.
Vacuum Flask 750 ml | HOM | bottle | 96170011 | 18 | 999 | 849 | Hot for 18 hours.
Copper Lota / तांबे का लोटा | HOM | pot | 74181022 | 5 | 599 | 499 | Hand-hammered, half a litre.
Aluminium Foil 18 m | HOM | box | 76072090 | 18 | 190 | 159 | Eleven microns.
मिट्टी के दीये 12 नग | HOM | pan | 69129040 | 0 | 90 | 75 | हाथ से बने दीये। Twelve clay diyas.
Candles Pack of 6 | HOM | stick | 34060010 | 5 | 75 | 64 | White household candles. मोमबत्ती.
Camphor 100 g | HOM | box | 29142922 | 5 | 195 | 170 | Bhimseni camphor tablets. कपूर.
Umbrella 3 Fold | HOM | umbrella | 66019100 | 5 | 549 | 449 | Opens and closes at a button. छाता.
Notebook 172 Pages | SCH | notebook |  |  |  |  | Long book, single line, soft cover. वही.
Account Register 200 Pages | SCH | notebook |  |  |  |  | Hard-bound ledger. रजिस्टर.
A4 Copier Paper 500 Sheets | SCH | paper |  |  |  |  | 75 gsm, does not jam. ए4 कागज़.
Ball Pen Blue Pack of 10 | SCH | pen |  |  |  |  | Smooth 0.7 mm tip. नीला पेन.
HB Pencil Pack of 10 | SCH | pen |  |  |  |  | Break-resistant lead, with a sharpener. पेंसिल.
Eraser Box of 20 | SCH | box |  |  |  |  | Dust-free erasers. रबर.
Geometry Box | SCH | box |  |  |  |  | Compass, divider and set squares in a tin. कंपास बॉक्स.
Glue Stick 15 g | SCH | tube |  |  |  |  | Dries clear. गोंद.
Stapler No. 10 | SCH | stapler |  |  |  |  | With a box of pins. स्टेपलर.
Exercise Book A5 Pack of 6 | SCH | notebook | 48202000 | 0 | 180 | 159 | Ruled school books; choose the ruling. वह्या.
Spiral Notebook A4 | SCH | notebook | 48202000 | 0 | 120 | 105 | Perforated, 160 pages; choose the colour.
Drawing Book A3 | SCH | paper | 48202000 | 0 | 110 | 95 | Thick white sheets. चित्रकला वही.
Wax Crayons 24 Shades | SCH | box | 96099010 | 0 | 75 | 64 | Non-toxic. मोम रंग.
Colour Pencils 12 Shades | SCH | box | 96091000 | 0 | 120 | 99 | Bright, soft leads. रंगीन पेंसिल.
Sharpener Pack of 5 | SCH | box | 82141010 | 0 | 25 | 22 | Steel blade. शार्पनर.
Gel Pen Black Pack of 5 | SCH | pen | 96081099 | 18 | 75 | 65 | Waterproof gel ink.
Permanent Marker | SCH | pen | 96082000 | 18 | 30 | 27 | Writes on parcel tape. मार्कर.
Whiteboard Marker Set of 4 | SCH | pen | 96082000 | 18 | 140 | 119 | Black, blue, red and green.
Ruler 30 cm | SCH | ruler | 90172090 | 5 | 20 | 18 | Clear plastic. पट्टी.
Packing Tape 48 mm | SCH | roll | 39191000 | 18 | 65 | 55 | Brown, 65 metres. टेप.
Bubble Wrap 10 m | SCH | roll | 39232990 | 18 | 260 | 225 | For parcels, half a metre wide.
India Map Laminated | SCH | paper | 49052000 | 0 | 150 | 130 | Political map, 70 by 100 cm. भारत का नक्शा.
School Bag 25 L | SCH | bag | 42029200 | 18 | 999 | 849 | Three compartments, rain cover; choose the colour. दप्तर.
LED Bulb 9 W | ELE | bulb |  |  |  |  | B22 cap, cool daylight, two years warranty. एलईडी बल्ब.
LED Batten 20 W | ELE | stick |  |  |  |  | Four-foot batten with fittings. ट्यूबलाइट.
AA Battery Pack of 4 | ELE | battery |  |  |  |  | For remotes and clocks. पेंसिल सेल.
Extension Board 4 Way | ELE | board |  |  |  |  | Four sockets, one switch, two metres. एक्सटेंशन बोर्ड.
PVC Wire 1.5 sq mm 90 m | ELE | roll |  |  |  |  | FR copper house wire, ISI marked. तार.
Modular Switch 6 A | ELE | board |  |  |  |  | One-way switch, white. स्विच.
Ceiling Fan 1200 mm | ELE | fan |  |  |  |  | Three blades, 380 rpm. छत का पंखा.
Electric Kettle 1.5 L | ELE | kettle |  |  |  |  | Steel body, switches itself off. केतली.
LED Bulb Cool White | ELE | bulb | 85395200 | 18 | 120 | 89 | B22 cap; choose the watts from 5 to 20. एलईडी बल्ब.
LED Bulb Warm White | ELE | bulb | 85395200 | 18 | 130 | 95 | B22 cap, soft yellow light; choose the watts.
Emergency LED Lantern | ELE | torch | 85131090 | 18 | 699 | 579 | Six hours after a power cut. इमरजेंसी लाइट.
Torch Rechargeable | ELE | torch | 85131010 | 18 | 349 | 289 | Half a kilometre of beam. टॉर्च.
AAA Battery Pack of 4 | ELE | battery | 85061000 | 18 | 72 | 64 | Zinc carbon cells.
Decorative LED String 10 m / झालर | ELE | bulb | 94053100 | 18 | 249 | 189 | For Diwali and weddings; choose the colour.
Table Fan 400 mm | ELE | fan | 84145190 | 18 | 2499 | 2149 | Oscillating, three speeds. टेबल फैन.
Dry Iron 1000 W | ELE | iron | 85164000 | 18 | 899 | 729 | Non-stick soleplate. इस्त्री.
Mixer Grinder 500 W | ELE | kettle | 85094010 | 18 | 3299 | 2749 | Three jars. मिक्सर.
Immersion Rod 1500 W | ELE | stick | 85161000 | 18 | 649 | 549 | ISI marked water heater. रॉड.
Cotton T-Shirt for Men | CLO | shirt | 61091000 | 5 | 499 | 349 | Round neck, 180 gsm combed cotton. टी-शर्ट.
Polo T-Shirt for Men | CLO | shirt | 61051010 | 5 | 799 | 599 | Collar and two buttons.
Cotton T-Shirt for Women | CLO | shirt | 61091000 | 5 | 499 | 349 | Relaxed fit.
Kids T-Shirt | CLO | shirt | 61091000 | 5 | 299 | 229 | Soft cotton with a print; sizes are ages.
Cotton Kurta for Men / पुरुषों का कुर्ता | CLO | kurta | 62113200 | 5 | 1199 | 899 | Mandarin collar, side pockets.
Printed Kurti for Women / कुर्ती | CLO | kurta | 62114210 | 5 | 999 | 749 | Block print from Jaipur.
Silk Blend Festive Kurta | CLO | kurta | 62113900 | 18 | 3499 | 2799 | With woven border, for weddings.
Formal Shirt for Men | CLO | shirt | 62052000 | 5 | 1299 | 949 | Wrinkle-free cotton.
Chinos for Men | CLO | trousers | 62034200 | 5 | 1499 | 1149 | Stretch cotton twill; sizes are waist inches.
Leggings for Women | CLO | trousers | 61046200 | 5 | 399 | 299 | Four-way stretch.
Cotton Saree / सूती साड़ी | CLO | saree | 52085990 | 5 | 1499 | 1199 | Handloom cotton with blouse piece.
नौवारी साड़ी | CLO | saree | 52085990 | 5 | 2299 | 1899 | नौ गज की सूती साड़ी। Nine-yard saree.
Dhoti Cotton 4 m / धोती | CLO | saree | 52082190 | 5 | 449 | 379 | White with a narrow border.
Bath Towel | CLO | towel | 63026010 | 5 | 449 | 349 | 450 gsm terry; choose the colour. तौलिया.
Double Bedsheet with 2 Pillow Covers | CLO | towel | 63022100 | 5 | 1299 | 949 | Printed cotton, 90 by 100 inches. चादर.
Cotton Socks Pack of 3 | CLO | sock | 61159500 | 5 | 249 | 189 | Ankle length. मोज़े.
Handkerchief Pack of 6 | CLO | towel | 62132000 | 5 | 240 | 189 | White cotton with borders. रूमाल.
Vest for Men Pack of 2 | CLO | shirt | 61091000 | 5 | 299 | 249 | Ribbed cotton. बनियान.
Woollen Shawl | CLO | towel | 62142010 | 5 | 1799 | 1399 | From Kullu, with a woven border. शॉल.
Raincoat Adult | CLO | kurta | 62014090 | 5 | 999 | 799 | Jacket and trousers with hood. रेनकोट.
`)

/** The storefront's eight categories, in the order of display. */
export const shelves: readonly Shelf[] = Array.from(
  readTables(`
code | slug | name | trade | hue | picture
STP | atta-rice-dal | Atta, Rice & Dal | grocery | 38 | bag
OIL | oil-ghee-masala | Oil, Ghee & Masala | grocery | 14 | bottle
SNK | snacks-drinks | Snacks, Tea & Drinks | grocery | 350 | cup
PER | personal-care | Personal Care | household | 312 | tube
HOM | home-kitchen | Home & Kitchen | household | 168 | pot
SCH | stationery | School & Office | stationery | 214 | notebook
ELE | electrical | Electrical & Lighting | electrical | 52 | bulb
CLO | clothing | Clothing |  | 262 | shirt
`),
  ([code, row]) => ({
    code,
    slug: row('slug'),
    name: row('name'),
    trade: row('trade'),
    hue: Number(row('hue')),
    picture: pictureOf(row),
    goods: [...goods].filter(([, good]) => good('shelf') === code),
  }),
)
