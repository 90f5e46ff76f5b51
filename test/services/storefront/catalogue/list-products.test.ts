import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import { catalogueOf } from '../../../../src/services/storefront/catalogue/catalogue.ts'
import { listProducts } from '../../../../src/services/storefront/catalogue/list-products.ts'
import { sorts } from '../../../../src/services/storefront/catalogue/rules.ts'
import { addCategory, addProducts, changeProduct } from '../../../support/catalogue.ts'
import { setClock, temporaryBook } from '../../../support/temporary-book.ts'

test('a page far behind is the same whether it is counted off in memory or in the book', async () => {
  await using temporary = temporaryBook()
  const { book, dir } = temporary
  const { id: categoryId, slug } = await addCategory(book, { name: 'Rice' })
  const added = await addProducts(
    book,
    Array.from({ length: 4_200 }, (_, i) => ({
      name: `Rice ${i % 3}`,
      salePrice: i % 4,
      createdAt: i % 5,
      ...(i % 2 === 0 ? { categoryId } : {}),
    })),
  )
  const parts = { book, clock: setClock(), store: storeOf(dir) }
  const [inBook, inMemory] = [catalogueOf(parts), catalogueOf(parts)]
  await inMemory.search.load(book.read)
  for (const change of [{ salePrice: 2 }, { isActive: false }]) {
    await changeProduct(book, added[7]?.id ?? '', change)
    for (const category of [undefined, slug]) {
      for (const sort of sorts) {
        const wish = { limit: 20, offset: 2_050, sort, category, words: undefined }
        const answer = listProducts(book.read, inMemory, wish, '')
        expect(answer).toEqual(listProducts(book.read, inBook, wish, ''))
        expect(answer.rows).toBe(20)
      }
    }
  }
  expect(inBook.search.isLoaded).toBe(false)
})
