import { anyOf } from '../../platform/text.ts'
import { chargeLabel, deductionLabel } from '../checks/figures.ts'

/* The meanings of labels of amounts below the lines, in all the ways in which papers print them. */

/** The key of an amount's label. `strength` 0 to 2: "Grand Total" is stronger than "Total". */
export type AmountLabel = { readonly key: string; readonly strength: number }

/** The first pattern that matches decides. An empty key: an amount that does not belong to the paper itself. */
const patterns: readonly (readonly [key: string, strength: number, label: RegExp])[] = [
  [
    '',
    0,
    anyOf(String.raw`
        you (?:have )?saved|savings?\b|balance|received|paid\b|advance|tender|cash\b(?! disc)|change\b
        arrears|deposit|previous|opening|outstanding|due date|in words|mrp total|old due|limit|declared
        turnover|exceed|\b(?:gross|net|tare) ?(?:wt|weight)|payment made|amount in figures of tax`),
  ],
  [
    'round_off',
    2,
    /\bround|\br\.? ?\/? ?off\b|\brn?d\.? ?off|\br ?\/? ?o\b|\br\.o\.?|\bpaisa? adj|rnd\b|पूर्णांक|રાઉન્ડ/,
  ],
  [
    'taxable_value',
    2,
    /taxable|\buntaxed\b|asses\w*\.? ?val|assessable|before (?:tax|gst)|excl(?:uding|usive)?\.?(?: of)? (?:tax|gst)|value of supply|value for (?:tax|gst)|tax base|करयोग्य|કરપાત્ર/,
  ],
  [
    'tax_amount',
    1,
    /(?:total|add) ?:? ?(?:gst|tax)(?: (?:amount|amt))?$|^gst(?: (?:amount|amt))?$|tax (?:amount|amt)$|^tax(?:es)?$|total tax|कुलकर|કુલકર/,
  ],
  ['cess', 2, /\bcess\b|उपकर/],
  ['cgst', 2, /c\.? ?g\.? ?s\.? ?t|\bc\.? ?tax\b|central (?:gst|tax)|सीजीएसटी|સીજીએસટી/],
  ['sgst', 2, /s\.? ?g\.? ?s\.? ?t|\bs\.? ?tax\b|state (?:gst|tax)|एसजीएसटी|એસજીએસટી/],
  ['utgst', 2, /u\.?t\.?g\.?s\.?t/],
  [
    'igst',
    2,
    /i\.? ?g\.? ?s\.? ?t|\bi\.? ?tax\b|integrated (?:gst|tax)|आईजीएसटी|આઈજીએસટી|આઇજીએસટી/,
  ],
  [
    'subtotal',
    2,
    /sub ?-? ?total|gross(?: (?:amount|amt|value|total))?$|goods value|basic (?:amount|value)|items? total|total of items|उपयोग|जोड़|પેટાસરવાળો/,
  ],
  ['discount', 2, /disc(?:ount)?\b|rebate|छूट|વળતર|ડિસ્કાઉન્ટ/],
  ['discount', 1, /scheme|\bsch\b|^[ct]\.? ?d\.?$/],
  [
    'freight',
    2,
    /freight|transport(?:ation)? ?(?:charges?)?$|shipping|carriage|cart(?:age|ing)|भाड़ा|ભાડું/,
  ],
  ['charge', 1, chargeLabel],
  ['deduction', 1, deductionLabel],
  [
    'total',
    2,
    anyOf(String.raw`
        grand|\bgr\.? ?total|amount chargeable|receivable|final (?:amount|amt|value)|current bill
        total (?:fare|premium|credit)|credit (?:amount|amt|value)
        \b(?:total|net) inv\.? (?:amount|amt|value)|(?:amount|amt) incl|\b[gn]\.? ?(?:total|amt|amount)
        \bnett? rs\b|^nett?$|nett? ?(?:amount|amt|payable|total|value|bill|credit|debit|due)
        \b(?:amount|amt|credit|total) (?:allowed|credited|debited|collected|to collect|to pay|to be paid)
        ^to (?:collect|pay)$|total (?:\w+ )?charges|total of (?:this|the) \w+
        (?:debited|credited) (?:to )?your (?:account|a\/c)|amount payable|payable
        (?:invoice|bill|order|note) ?(?:total|amount|amt|value)
        total (?:sales? )?(?:(?:gst|tax) incl|charges|cost|invoice|bill|order|payable|amount|amt|value|inr|rs|₹|\(|incl|after|due)
        after tax|(?:amount|amt) due|^due$|\b(?:final|overall|rounded|whole) total$|कुल(?:राशि|योग)|देय|કુલરકમ|ચૂકવવાની`),
  ],
  ['total', 0.5, /^(?:amount|amt)$/],
  ['total', 1, /^(?:(?:approx\.?|approximate|estimated|est\.?) )?(?:total|कुल|योग|કુલ|સરવાળો)$/],
  [
    'subtotal',
    0.5,
    /\b(?:goods|items?|page|section|products?|value) total$|^value of (?:the )?goods$/,
  ],
]

/** The meaning of a printed label. Undefined for a label of anything else. */
export function amountLabelOf(label: string): AmountLabel | undefined {
  if (label.length > printedMax) return undefined
  const text = label
    .toLowerCase()
    .replaceAll(
      /(?:@|\bat)\s*\d+(?:\.\d+)?(?:\s*(?:%|per ?cent\b))?|\d+(?:\.\d+)?\s*(?:%|per ?cent\b)|[()₹:;=|*_@]|\b(?:rs|inr|output|input|add|less)\b\.?/g,
      ' ',
    )
    .replaceAll(/\s*[-–+]\s*(?=$|\s)|^\s*[-–+.]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    // Readers of pictures and PDFs split words of Devanagari and Gujarati.
    .replaceAll(/(?<=\p{Script=Devanagari}) (?=\p{Script=Devanagari})/gu, '')
    .replaceAll(/(?<=\p{Script=Gujarati}) (?=\p{Script=Gujarati})/gu, '')
    .trim()
    // In a label in two languages, one is enough.
    .replace(/^[^a-z]+\/\s*(?=[a-z])/, '')
  if (text === '' || text.length > charactersMax) return undefined
  const found = patterns.find(([, , pattern]) => pattern.test(text))
  return found === undefined ? undefined : { key: found[0], strength: found[1] }
}

/** Characters of a label. A longer text is a sentence. */
const charactersMax = 48
/** Characters as printed, with rates, marks and spaces between. A line of a paper has fewer. */
const printedMax = 400

/** A rate of tax in a label: "CGST @ 9%", "SGST 2.50 %", "IGST at 18 percent". */
export function rateIn(label: string): string | undefined {
  const [, rate] =
    /(\d{1,2}(?:\.\d+)?)\s*(?:%|per ?cent\b)/i.exec(label) ??
    /(?:@|\bat)\s*(\d{1,2}(?:\.\d+)?)\b/i.exec(label) ??
    []
  return rate
}
