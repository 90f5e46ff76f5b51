import { objectsOf, textOf } from '../api.ts'
import { pause, type Desk } from './desk.ts'
import { skuOf, stockOf, variantSkus } from './goods.ts'
import type { StockSetting } from './ledger.ts'
import { stockedGoods } from './store-goods.ts'

const path = '/api/public/v1/products/stock'

/** Rows of one request: above 100 the server writes them in transactions of their own. */
const rowsMax = 150

/** Sets the stock and the price of existing goods until it is told to stop. */
export async function keepSettingStock(desk: Desk): Promise<void> {
  const { random, stop, versions, settings } = desk
  while (!stop.aborted) {
    await pause(desk)
    const there = stockedGoods(desk).filter((n) => versions.has(n))
    const skus = there.flatMap((n) => [skuOf(n), ...variantSkus(n)])
    const some = random.shuffle(skus).slice(0, random.int(1, rowsMax))
    await setStock(
      desk,
      some.map((sku): StockSetting => [sku, (settings.get(sku) ?? 0) + 1]),
    )
  }
}

async function setStock({ send, ledger, settings }: Desk, stocks: StockSetting[]): Promise<void> {
  ledger.append([{ type: 'setting', stocks }])
  const updates = stocks.map(([sku, version]) => {
    const { units, price } = stockOf(version)
    return { sku, stock_quantity: units, sale_price: price / 100 }
  })
  const answer = await send({ method: 'POST', path, body: JSON.stringify({ updates }) })
  const told = objectsOf(answer, 'results').map(
    (result) => `${textOf(result, 'sku')} ${textOf(result, 'status')} ${textOf(result, 'target')}`,
  )
  const expected = stocks.map(([sku]) => `${sku} updated ${targetOf(sku)}`)
  if (told.join() !== expected.join()) {
    throw new Error(`Stock of ${expected.join()} was answered with ${told.join()}.`)
  }
  ledger.append([{ type: 'set', stocks }])
  for (const [sku, version] of stocks) settings.set(sku, version)
}

function targetOf(sku: string): 'product' | 'variant' {
  return /-[A-Z]$/.test(sku) ? 'variant' : 'product'
}
