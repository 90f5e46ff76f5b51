import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { catalogueOf } from '../../../../src/services/storefront/catalogue/catalogue.ts'
import { listProducts } from '../../../../src/services/storefront/catalogue/read-catalogue.ts'
import { sorts } from '../../../../src/services/storefront/search/rules.ts'
import { addCategory, addProducts, changeProduct } from '../../../support/catalogue.ts'
import { setClock, temporaryDatabase } from '../../../support/temporary-database.ts'

test('a page far behind is the same whether the products before it are counted off, or the page before was read', async () => {
  await using temporary = temporaryDatabase()
  const { database, dir } = temporary
  const { id: categoryId, slug } = await addCategory(database, { name: 'Rice' })
  const added = await addProducts(
    database,
    Array.from({ length: 4_300 }, (_, i) => ({
      name: `Rice ${i % 3}`,
      salePrice: i % 4,
      createdAt: i % 5,
      ...(i % 2 === 0 ? { categoryId } : {}),
    })),
  )
  const deps = { database, clock: setClock(), store: storeOf(dir) }
  const walked = catalogueOf(deps)
  for (const change of [{ salePrice: 2 }, { isActive: false }]) {
    await changeProduct(database, added[7]?.id ?? '', change)
    for (const category of [undefined, slug]) {
      for (const sort of sorts) {
        for (const offset of [2_050, 2_070, 2_090]) {
          const input = { limit: 20, offset, sort, category, words: undefined }
          const answer = listProducts(database.read, walked, input, '')
          expect(answer).toEqual(listProducts(database.read, catalogueOf(deps), input, ''))
          expect(answer.rows).toBe(20)
        }
      }
    }
  }
})
