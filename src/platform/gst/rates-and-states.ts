// Lists from GST law: the tax rates of goods and services, and the states with their codes.

/**
 * Tax rates of supplies in per cent, from before and after 22 September 2025, because documents of both periods are in use (source:
 * notifications 1/2017 and 9/2025, Central Tax (Rate); 0.1 is for merchant exporters, 1, 1.5, 6 and 7.5 are for bricks, job work, cut
 * diamonds and housing).
 */
export const gstSlabs: readonly number[] = [0, 0.1, 0.25, 1, 1.5, 3, 5, 6, 7.5, 12, 18, 28, 40]

/** States and union territories by their code: the first two digits of a GSTIN (source: the GST portal). */
export const gstStates: ReadonlyMap<string, string> = new Map([
  ['01', 'Jammu and Kashmir'],
  ['02', 'Himachal Pradesh'],
  ['03', 'Punjab'],
  ['04', 'Chandigarh'],
  ['05', 'Uttarakhand'],
  ['06', 'Haryana'],
  ['07', 'Delhi'],
  ['08', 'Rajasthan'],
  ['09', 'Uttar Pradesh'],
  ['10', 'Bihar'],
  ['11', 'Sikkim'],
  ['12', 'Arunachal Pradesh'],
  ['13', 'Nagaland'],
  ['14', 'Manipur'],
  ['15', 'Mizoram'],
  ['16', 'Tripura'],
  ['17', 'Meghalaya'],
  ['18', 'Assam'],
  ['19', 'West Bengal'],
  ['20', 'Jharkhand'],
  ['21', 'Odisha'],
  ['22', 'Chhattisgarh'],
  ['23', 'Madhya Pradesh'],
  ['24', 'Gujarat'],
  ['26', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['27', 'Maharashtra'],
  ['29', 'Karnataka'],
  ['30', 'Goa'],
  ['31', 'Lakshadweep'],
  ['32', 'Kerala'],
  ['33', 'Tamil Nadu'],
  ['34', 'Puducherry'],
  ['35', 'Andaman and Nicobar Islands'],
  ['36', 'Telangana'],
  ['37', 'Andhra Pradesh'],
  ['38', 'Ladakh'],
  ['97', 'Other Territory'],
])

/** Other spellings of a state, letters only. */
const otherSpellings: ReadonlyMap<string, string> = new Map(
  Object.entries({
    jk: '01',
    hp: '02',
    pb: '03',
    ch: '04',
    uk: '05',
    uttaranchal: '05',
    hr: '06',
    dl: '07',
    newdelhi: '07',
    nctofdelhi: '07',
    rj: '08',
    up: '09',
    br: '10',
    wb: '19',
    jh: '20',
    orissa: '21',
    od: '21',
    cg: '22',
    chattisgarh: '22',
    mp: '23',
    gj: '24',
    dadraandnagarhaveli: '26',
    damananddiu: '26',
    mh: '27',
    maharastra: '27',
    ka: '29',
    ga: '30',
    kl: '32',
    tn: '33',
    pondicherry: '34',
    py: '34',
    ts: '36',
    tg: '36',
    telengana: '36',
    ap: '37',
  }),
)

const codesByName = new Map([
  ...Array.from(gstStates, ([code, name]) => [lettersOf(name), code] as const),
  ...otherSpellings,
])

/**
 * The code of a state as documents write it: "Maharashtra", "MH", "27", "27-Maharashtra", "Maharashtra (27)". Undefined for any other text.
 */
export function stateCodeOf(text: string): string | undefined {
  const named = codesByName.get(lettersOf(text))
  const code = /\d+/.exec(text)?.[0].padStart(2, '0')
  const isKnown = code !== undefined && gstStates.has(code)
  if (named === undefined) return isKnown && lettersOf(text) === '' ? code : undefined
  // "24-Maharashtra" names two states, and nobody knows which is meant.
  return code === undefined || code === named ? named : undefined
}

/** The name of a state by its code. Undefined for an unknown code. */
export function stateNameOf(code: string): string | undefined {
  return gstStates.get(code)
}

function lettersOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', 'and')
    .replace(/[^a-z]/g, '')
}
