import type { Shelf } from './shelf.ts'

// prettier-ignore
export const oilsAndSpices: Shelf = {
  slug: 'oil-ghee-masala',
  name: 'Oil, Ghee & Masala',
  code: 'OIL',
  trade: 'grocery',
  hue: 14,
  picture: 'bottle',
  listed: [
    ['Sunflower Oil 1 L', 'pouch', 'Refined sunflower oil in a pouch. सूरजमुखी तेल.'],
    ['Groundnut Oil 1 L', 'pouch', 'Filtered groundnut oil with its own aroma. मूंगफली तेल.'],
    ['Mustard Oil 1 L', 'bottle', 'Kachi ghani mustard oil. सरसों का तेल.'],
    ['Cow Ghee 1 L', 'tin', 'Granular cow ghee in a tin. गाय का घी.'],
    ['Turmeric Powder 200 g', 'packet', 'Sangli turmeric, bright and pure. हल्दी.'],
    ['Red Chilli Powder 200 g', 'packet', 'Hot red chilli, finely ground. लाल मिर्च.'],
    ['Coriander Powder 200 g', 'packet', 'Ground from roasted coriander seed. धनिया.'],
    ['Garam Masala 100 g', 'packet', 'A blend of thirteen whole spices. गरम मसाला.'],
  ],
  own: [
    ['Rice Bran Oil 5 L', 'can', '15159040', 5, 820, 749, 'Physically refined rice bran oil in a can.'],
    ['Coconut Oil 500 ml', 'bottle', '15131900', 5, 195, 176, 'Edible coconut oil for cooking. खोबरेल तेल.'],
    ['Sesame Oil 500 ml / तिल का तेल', 'bottle', '15155091', 5, 240, 219, 'Cold-pressed gingelly oil.'],
    ['Vanaspati 1 L', 'pouch', '15162011', 5, 155, 139, 'Vegetable fat for sweets and farsan. वनस्पति.'],
    ['Jeera Whole 100 g', 'packet', '09093129', 5, 62, 54, 'Cumin seed from Unjha. जीरा.'],
    ['Mustard Seeds 200 g', 'packet', '12075090', 5, 40, 34, 'Small black rai for tempering. राई.'],
    ['Kashmiri Chilli Powder 100 g', 'packet', '09042211', 5, 85, 76, 'Deep colour, gentle heat. कश्मीरी मिर्च.'],
    ['Goda Masala 100 g / गोडा मसाला', 'packet', '09109100', 5, 80, 72, 'The Maharashtrian blend with dagad phool and coconut.'],
    ['Kanda Lasun Masala 200 g', 'packet', '09109100', 5, 95, 86, 'Onion and garlic masala, Kolhapur style. कांदा लसूण मसाला.'],
    ['Chole Masala 100 g', 'box', '09109100', 5, 78, 70, 'Blended spices for Punjabi chole. छोले मसाला.'],
    ['Pav Bhaji Masala 100 g', 'box', '09109100', 5, 76, 68, 'For pav bhaji as on the beach. पाव भाजी मसाला.'],
    ['Hing 50 g', 'jar', '13019013', 5, 120, 108, 'Compounded asafoetida. हींग.'],
    ['Green Cardamom 50 g', 'packet', '09083120', 5, 240, 215, 'Bold eight-millimetre pods. हरी इलायची.'],
    ['Cloves 50 g', 'packet', '09071020', 5, 95, 84, 'Hand-picked whole cloves. लौंग.'],
    ['काली मिर्च साबुत 100 ग्राम', 'packet', '09041120', 5, 130, 116, 'मलबार की साबुत काली मिर्च। Whole black pepper.'],
    ['Tamarind 500 g', 'packet', '08134010', 5, 110, 98, 'Seedless tamarind block. इमली.'],
  ],
}
