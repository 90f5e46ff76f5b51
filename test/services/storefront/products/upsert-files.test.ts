import { expect, test } from 'bun:test'
import { fileStore } from '../../../../src/platform/files/store.ts'
import type { StorefrontParts } from '../../../../src/services/storefront/parts.ts'
import { upsertProducts } from '../../../../src/services/storefront/products/upsert-products.ts'
import { png } from '../../../support/pictures.ts'
import { setClock, temporaryBook, type TemporaryBook } from '../../../support/temporary-book.ts'

function partsOf({ book, dir }: TemporaryBook): StorefrontParts {
  const store = fileStore({ documents: dir.documents, images: dir.images })
  return { book, clock: setClock(), store }
}

const picture = png(4, 4, 9)
const hash = Bun.SHA256.hash(picture, 'hex')
const product = {
  sku: 'A',
  name: 'A',
  image_base64: `data:image/png;base64,${picture.toBase64()}`,
}

test('a file that a deletion takes before it is linked is written again', async () => {
  await using opened = temporaryBook()
  const parts = partsOf(opened)
  let removals = 0
  const book: StorefrontParts['book'] = {
    ...opened.book,
    write(act, options) {
      if (removals++ === 0) parts.store.remove('images', hash)
      return opened.book.write(act, options)
    },
  }
  const [result] = await upsertProducts({ ...parts, book }, [product], { dryRun: false })
  expect(result).toMatchObject({ status: 'created', images_uploaded: 1 })
  expect(parts.store.has('images', hash)).toBe(true)
})

test('a file that no product shows any more goes, one that another shows stays', async () => {
  await using opened = temporaryBook()
  const parts = partsOf(opened)
  const put = (row: object) => upsertProducts(parts, [row], { dryRun: false })
  await put(product)
  await put({ ...product, sku: 'B' })
  await put({ sku: 'A', name: 'A', image_url: null })
  expect(parts.store.has('images', hash)).toBe(true)
  await put({ sku: 'B', name: 'B', images: [] })
  expect(parts.store.has('images', hash)).toBe(false)
})
