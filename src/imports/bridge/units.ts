/** Spellings of one unit, folded (source: the codes of units that GST returns take, and what bills print). */
const spellings: readonly (readonly string[])[] = [
  ['nos', 'no', 'number', 'numbers', 'pcs', 'pc', 'piece', 'pieces', 'each', 'ea', 'unt', 'unit'],
  ['kgs', 'kg', 'kilo', 'kilos', 'kilogram', 'kilograms'],
  ['gms', 'gm', 'g', 'gram', 'grams'],
  ['ltr', 'l', 'lt', 'ltrs', 'litre', 'litres', 'liter', 'liters'],
  ['mlt', 'ml', 'mls', 'millilitre', 'millilitres'],
  ['mtr', 'm', 'mtrs', 'metre', 'metres', 'meter', 'meters'],
  ['box', 'boxes', 'bx'],
  ['pac', 'pkt', 'pkts', 'pack', 'packs', 'packet', 'packets'],
  ['doz', 'dozen', 'dozens', 'dzn'],
  ['btl', 'bottle', 'bottles'],
  ['bag', 'bags'],
  ['set', 'sets'],
  ['prs', 'pair', 'pairs', 'pr'],
  ['rol', 'roll', 'rolls'],
  ['ton', 'tons', 'tonne', 'tonnes', 'mts', 'mt'],
  ['qtl', 'quintal', 'quintals'],
  ['ctn', 'carton', 'cartons'],
  ['cas', 'case', 'cases'],
  ['tin', 'tins', 'can', 'cans'],
  ['jar', 'jars'],
]

/** Other ways to write a unit, folded; none of one that no bill prints. */
export function otherUnits(folded: string): readonly string[] {
  const bare = folded.replaceAll('.', '')
  return spellings.find((group) => group.includes(bare)) ?? []
}
