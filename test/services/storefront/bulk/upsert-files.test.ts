import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import type { StorefrontDeps } from '../../../../src/services/storefront/deps.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import { png } from '../../../support/pictures.ts'
import { setClock, temporaryDatabase } from '../../../support/temporary-database.ts'

const picture = png(4, 4, 9)
const hash = Bun.SHA256.hash(picture, 'hex')
const product = {
  sku: 'A',
  name: 'A',
  image_base64: `data:image/png;base64,${picture.toBase64()}`,
}

test('a file that a deletion takes before it is linked is written again', async () => {
  await using opened = temporaryDatabase()
  const store = storeOf(opened.dir)
  let removals = 0
  const database: StorefrontDeps['database'] = {
    ...opened.database,
    writeEach(items, options, work) {
      if (removals++ === 0) store.remove('images', hash)
      return opened.database.writeEach(items, options, work)
    },
  }
  const [result] = await upsertProducts({ database, clock: setClock(), store }, [product], {
    dryRun: false,
  })
  expect(result).toMatchObject({ status: 'created', images_uploaded: 1 })
  expect(store.has('images', hash)).toBe(true)
})
