import { namesSentence, readBroughtNames } from '../../bridge/names/brought.ts'
import { tryNames } from '../../bridge/names/bring-names.ts'
import type { OpenBridge } from '../../bridge/open.ts'
import { readBroughtStock, stockSentence, tryStock } from '../../bridge/stock/bring-stock.ts'
import { AppError } from '../../platform/errors.ts'
import { toRupees } from '../../platform/money.ts'

/** What came from the books to Daybook so far, and when: for `status`. */
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

/** What the next round would bring to Daybook: for `run --dry-run`. */
export async function wouldBring(bridge: OpenBridge) {
  const { brings, daybook } = bridge
  const { scans, storefront } = daybook
  const { health } = await bridge.books.health()
  if (health !== 'ready' && health !== 'educational') return { result: {}, lines: [] }
  const mappings = await daybook.mappings()
  const names = brings.names ? await tryNames({ ...bridge, api: scans, mappings }) : []
  const lines = names.map(({ kind, name, isNew, aliases }) =>
    [`${kind}  ${isNew ? '+ ' : ''}${name}`, ...aliases.map((alias) => `+ ${alias}`)].join('  '),
  )
  const { stock: choice } = brings
  if (choice === undefined || storefront === undefined) return { result: { names }, lines }
  try {
    const updates = await tryStock({ ...bridge, api: storefront, mappings, choice })
    const stock = updates.map(({ price, ...update }) => {
      return { ...update, ...(price !== undefined && { price: toRupees(price) }) }
    })
    return { result: { names, stock }, lines: [...lines, ...stock.map(stockLine)] }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'conflict') throw error
    return { result: { names, stock: [] }, lines: [...lines, error.message] }
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
