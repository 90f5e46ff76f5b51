import { namesSentence, readBroughtNames, tryNames } from '../../bridge/names/bring-names.ts'

import type { OpenBridge } from '../../bridge/open.ts'
import { readBroughtStock, stockSentence, tryStock } from '../../bridge/stock/bring-stock.ts'
import { AppError } from '../../platform/errors.ts'
import { toRupees } from '../../platform/money.ts'

/** What the bridge has sent to Daybook so far, and when: for `status`. */
export function broughtSoFar({ brings, folder }: Pick<OpenBridge, 'brings' | 'folder'>) {
  const names = brings.names ? readBroughtNames(folder) : undefined
  const stock = brings.stock === undefined ? undefined : readBroughtStock(folder)
  const hasNames = names !== undefined && names.at > 0
  return {
    result: {
      ...(hasNames && {
        names: {
          at: timeOf(names.at),
          sellers: Object.keys(names.vendors).length,
          items: Object.keys(names.products).length,
          made: names.made,
          spellings: names.added,
          left: names.left,
        },
      }),
      ...(stock && {
        stock: {
          at: timeOf(stock.at),
          articles: stock.known,
          changed: stock.changed,
          refused: stock.refused,
          not_in_storefront: stock.unknownNames,
          unclear: stock.unclearNames,
        },
      }),
    },
    lines: [
      ...(hasNames && namesSentence(names) !== ''
        ? [`${namesSentence(names)} (${timeOf(names.at)})`]
        : []),
      ...(stock ? [`${stockSentence(stock)} (${timeOf(stock.at)})`] : []),
      ...listed('not in the storefront', stock?.unknownNames ?? []),
      ...listed('cannot be told', stock?.unclearNames ?? []),
    ],
  }
}

/** What the next round would send to Daybook, or why it cannot: for `run --dry-run`. */
export async function wouldBring(bridge: OpenBridge) {
  const { brings, daybook } = bridge
  const { scans, storefront } = daybook
  const { health } = await bridge.books.health()
  if (health !== 'ready' && health !== 'educational') return { result: {}, lines: [] }
  const mappings = await daybook.mappings()
  const names = await foundOrProblem(async () =>
    brings.names ? await tryNames({ ...bridge, api: scans, mappings }) : [],
  )
  const lines = names.found.map(({ kind, name, isNew, aliases }) =>
    [`${kind}  ${isNew ? '+ ' : ''}${name}`, ...aliases.map((alias) => `+ ${alias}`)].join('  '),
  )
  const [result, shown] = [{ names: names.found }, [...lines, ...names.problems]]
  const { stock: choice } = brings
  if (choice === undefined || storefront === undefined) return { result, lines: shown }
  const updates = await foundOrProblem(
    async () => await tryStock({ ...bridge, api: storefront, mappings, choice }),
  )
  const stock = updates.found.map(({ price, ...update }) => {
    return { ...update, ...(price !== undefined && { price: toRupees(price) }) }
  })
  return {
    result: { ...result, stock },
    lines: [...shown, ...stock.map(stockLine), ...updates.problems],
  }
}

/** A failure of one part does not hide the others. */
async function foundOrProblem<Found>(
  work: () => Promise<Found[]>,
): Promise<{ found: Found[]; problems: string[] }> {
  try {
    return { found: await work(), problems: [] }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { found: [], problems: [error.message] }
  }
}

function stockLine({ sku, quantity, price }: { sku: string; quantity?: number; price?: number }) {
  return [
    `stock  ${sku}`,
    ...(quantity === undefined ? [] : [`${quantity}`]),
    ...(price === undefined ? [] : [`at ${price.toFixed(2)}`]),
  ].join('  ')
}

function listed(what: string, names: readonly string[]): string[] {
  return names.map((name) => `  ${name}: ${what}`)
}

function timeOf(at: number): string {
  return new Date(at).toISOString()
}
