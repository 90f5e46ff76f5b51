import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import type { StorefrontDeps } from '../../../../src/services/storefront/deps.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import { png } from '../../../support/pictures.ts'
import {
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../../support/temporary-database.ts'

function partsOf({ database, dir }: TemporaryDatabase): StorefrontDeps {
  const store = storeOf(dir)
  return { database, clock: setClock(), store }
}

const picture = png(4, 4, 9)
const hash = Bun.SHA256.hash(picture, 'hex')
const product = {
  sku: 'A',
  name: 'A',
  image_base64: `data:image/png;base64,${picture.toBase64()}`,
}

test('a file that a deletion takes before it is linked is written again', async () => {
  await using opened = temporaryDatabase()
  const deps = partsOf(opened)
  let removals = 0
  const database: StorefrontDeps['database'] = {
    ...opened.database,
    writeEach(items, options, work) {
      if (removals++ === 0) deps.store.remove('images', hash)
      return opened.database.writeEach(items, options, work)
    },
  }
  const [result] = await upsertProducts({ ...deps, database }, [product], { dryRun: false })
  expect(result).toMatchObject({ status: 'created', images_uploaded: 1 })
  expect(deps.store.has('images', hash)).toBe(true)
})

test('a file that no product shows any more goes, one that another shows stays', async () => {
  await using opened = temporaryDatabase()
  const deps = partsOf(opened)
  const put = (row: object) => upsertProducts(deps, [row], { dryRun: false })
  await put(product)
  await put({ ...product, sku: 'B' })
  await put({ sku: 'A', name: 'A', image_url: null })
  expect(deps.store.has('images', hash)).toBe(true)
  await put({ sku: 'B', name: 'B', images: [] })
  expect(deps.store.has('images', hash)).toBe(false)
})
