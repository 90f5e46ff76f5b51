import type { Shelf } from './shelf.ts'

// prettier-ignore
export const electrical: Shelf = {
  slug: 'electrical',
  name: 'Electrical & Lighting',
  code: 'ELE',
  trade: 'electrical',
  hue: 52,
  picture: 'bulb',
  listed: [
    ['LED Bulb 9 W', 'bulb', 'B22 cap, cool daylight, two years warranty. एलईडी बल्ब.'],
    ['LED Batten 20 W', 'stick', 'Four-foot batten with fittings. ट्यूबलाइट.'],
    ['AA Battery Pack of 4', 'battery', 'For remotes and clocks. पेंसिल सेल.'],
    ['Extension Board 4 Way', 'board', 'Four sockets, one switch, two metres. एक्सटेंशन बोर्ड.'],
    ['PVC Wire 1.5 sq mm 90 m', 'roll', 'FR copper house wire, ISI marked. तार.'],
    ['Modular Switch 6 A', 'board', 'One-way switch, white. स्विच.'],
    ['Ceiling Fan 1200 mm', 'fan', 'Three blades, 380 rpm. छत का पंखा.'],
    ['Electric Kettle 1.5 L', 'kettle', 'Steel body, switches itself off. केतली.'],
  ],
  own: [
    ['LED Bulb Cool White', 'bulb', '85395200', 18, 120, 89, 'B22 cap; choose the watts from 5 to 20. एलईडी बल्ब.'],
    ['LED Bulb Warm White', 'bulb', '85395200', 18, 130, 95, 'B22 cap, soft yellow light; choose the watts.'],
    ['Emergency LED Lantern', 'torch', '85131090', 18, 699, 579, 'Six hours after a power cut. इमरजेंसी लाइट.'],
    ['Torch Rechargeable', 'torch', '85131010', 18, 349, 289, 'Half a kilometre of beam. टॉर्च.'],
    ['AAA Battery Pack of 4', 'battery', '85061000', 18, 72, 64, 'Zinc carbon cells.'],
    ['Decorative LED String 10 m / झालर', 'bulb', '94053100', 18, 249, 189, 'For Diwali and weddings; choose the colour.'],
    ['Table Fan 400 mm', 'fan', '84145190', 18, 2499, 2149, 'Oscillating, three speeds. टेबल फैन.'],
    ['Dry Iron 1000 W', 'iron', '85164000', 18, 899, 729, 'Non-stick soleplate. इस्त्री.'],
    ['Mixer Grinder 500 W', 'kettle', '85094010', 18, 3299, 2749, 'Three jars. मिक्सर.'],
    ['Immersion Rod 1500 W', 'stick', '85161000', 18, 649, 549, 'ISI marked water heater. रॉड.'],
  ],
}
