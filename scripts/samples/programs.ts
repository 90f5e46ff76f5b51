import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { curlSamples } from '../../src/console/pages/integrations/samples/curl.ts'
import { powershellSamples } from '../../src/console/pages/integrations/samples/powershell.ts'
import { pythonSamples } from '../../src/console/pages/integrations/samples/python.ts'
import {
  exampleOrderNumber,
  exampleSku,
  keyPlaceholder,
  type Samples,
  type Task,
} from '../../src/console/pages/integrations/samples/tasks.ts'
import { run } from '../generated-clients/commands.ts'
import type { SampleShop } from '../generated-clients/shop.ts'

/** A language whose samples run here. `whose`: the key that its documents are fetched with, as each acknowledges all. */
export type Language = {
  name: string
  samples: Samples
  whose: 'owner' | 'member' | 'otherMember'
  ending: string
  command: readonly string[]
}

/** PowerShell where it is installed. */
export function languagesHere(): Language[] {
  const powershell: Language = {
    name: 'PowerShell',
    samples: powershellSamples,
    whose: 'owner',
    ending: 'ps1',
    command: ['pwsh', '-NoProfile', '-File'],
  }
  return [
    { name: 'Python', samples: pythonSamples, whose: 'member', ending: 'py', command: ['python3'] },
    {
      name: 'curl',
      samples: curlSamples,
      whose: 'otherMember',
      ending: 'sh',
      command: ['sh', '-e'],
    },
    ...(Bun.which('pwsh') === null ? [] : [powershell]),
  ]
}

/** Units that the samples set, less the one that they order. */
const unitsLeft = 11

/** Runs the samples of a language one after the other, as they are shown. Returns what did not come of them. */
export async function runSamples(
  language: Language,
  shop: SampleShop,
  dir: string,
): Promise<string[]> {
  const faults: string[] = []
  const check = (holds: boolean, fault: string) => {
    if (!holds) faults.push(`${language.name}: ${fault}`)
  }
  const documents = `${shop.scanExport}/api/public/v1/scans/unsynced?limit=1000`
  const documentsKey = shop.keys[language.whose]
  const orders = `${shop.storefront}/api/public/v1/orders/unsynced?limit=100`
  const catalogue = `${shop.storefront}/api/public/v1/products?limit=1&sort=newest`
  const sku = `SAMPLE-${language.name}`
  const start = (task: Task, more: Record<string, string> = {}) =>
    runSample({ language, shop, dir, sku }, task, more)

  const [oldest] = (await listed(documents, documentsKey)).items ?? []
  check(oldest !== undefined, 'no document waits')
  await start('bulk')
  await start('stock')
  await start('products')
  await start('order')
  const [product] = (await listed(catalogue, shop.keys.storefront)).data ?? []
  check(product?.stock_quantity === unitsLeft, `not ${unitsLeft} are left of what it sells`)
  const placed = (await listed(orders, shop.keys.storefront)).data?.find(({ items = [] }) =>
    items.some((item) => item.sku === sku),
  )
  check(placed !== undefined, 'the order was not placed')
  // What a person fills in, where the code has a place for it.
  const line = placed?.items?.[0]?.id ?? ''
  await start('orders', { ID_OF_AN_ORDER: placed?.id ?? '', ID_OF_A_LINE: line })
  await start('documents', { ID_OF_A_DOCUMENT: oldest?.id ?? '' })
  const after = [await listed(documents, documentsKey), await listed(orders, shop.keys.storefront)]
  const waiting = after.flatMap(({ items = [], data = [] }) => [...items, ...data])
  check(!waiting.some(({ id }) => id === oldest?.id), 'the document waits still')
  check(!waiting.some(({ id }) => id === placed?.id), 'the order waits still')
  return faults
}

type Started = { language: Language; shop: SampleShop; dir: string; sku: string }

async function runSample(
  { language, shop, dir, sku }: Started,
  task: Task,
  more: Record<string, string>,
): Promise<void> {
  const { scanExport, storefront, keys } = shop
  const isScan = task === 'documents'
  const base = `${isScan ? scanExport : storefront}/api/public/v1/`
  const filledIn = {
    [keyPlaceholder]: isScan ? keys[language.whose] : keys.storefront,
    [exampleSku]: sku,
    [exampleOrderNumber]: `order-${language.name}`,
    ...more,
  }
  const code = Object.entries(filledIn).reduce(
    (text, [place, value]) => text.replaceAll(place, value),
    language.samples[task](base),
  )
  const file = join(dir, `${task}.${language.ending}`)
  writeFileSync(file, code)
  await run([...language.command, file])
}

/** As much of the lists as is read here. */
type Row = { id: string; stock_quantity?: number; items?: { id: string; sku: string }[] }

async function listed(address: string, key: string): Promise<{ items?: Row[]; data?: Row[] }> {
  const answer = await fetch(address, { headers: { authorization: `Bearer ${key}` } })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}.`)
  return JSON.parse(await answer.text())
}
