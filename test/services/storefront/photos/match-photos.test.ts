import { afterAll, describe, expect, test } from 'bun:test'
import { matchPhotos, readPhotoName } from '../../../../src/services/storefront/products/photos.ts'
import { addProduct, orderDesk } from '../../../support/orders.ts'

const ids = new Map<string, string>()

const desk = orderDesk()
const add = async (name: string, product: Parameters<typeof addProduct>[1]) =>
  ids.set(name, await addProduct(desk.database, { name, ...product }))
await add('Basmati Rice 5 kg', { sku: 'RICE-5KG', barcode: '8901234567894' })
await add('Masala Tea', { sku: 'TEA-500' })
await add('Cotton Shirt', { sku: 'SHIRT', variants: [{ sku: 'SHIRT-M-RED' }] })
await add('Shirt 2', { sku: null })
await add('Ghee', { sku: 'G-1' })
await add('Ghee ', { sku: 'G-2' })
await add('चावल', { sku: null })

afterAll(() => desk[Symbol.asyncDispose]())

async function match(file: string): Promise<[name: string | undefined, order: number]> {
  const { photos } = await matchPhotos(desk.deps, [file])
  const [photo] = photos
  const [name] = [...ids].find(([, id]) => id === photo?.productId) ?? []
  return [name, photo?.order ?? 0]
}

describe('a photo is matched by the name of its file', () => {
  test.each([
    ['RICE-5KG.jpg', 'Basmati Rice 5 kg', 0],
    ['rice_5kg.JPEG', 'Basmati Rice 5 kg', 0],
    ['Rice 5KG-2.png', 'Basmati Rice 5 kg', 2],
    ['rice5kg_b.webp', 'Basmati Rice 5 kg', 2],
    ['rice-5kg (3).jpg', 'Basmati Rice 5 kg', 3],
    ['8901234567894-back.jpg', 'Basmati Rice 5 kg', 5],
    ['basmati rice 5 kg.jpg', 'Basmati Rice 5 kg', 0],
    ['BASMATI_Rice-5-kg_1.jpg', 'Basmati Rice 5 kg', 1],
    ['TEA-500 from the garden.jpg', 'Masala Tea', 9],
    ['shirt-m-red.jpg', 'Cotton Shirt', 0],
    ['SHIRT-2.jpg', 'Shirt 2', 0],
    ['SHIRT-3.jpg', 'Cotton Shirt', 3],
    ['चावल.jpg', 'चावल', 0],
  ])('%s shows %s, in place %i', async (file, name, order) => {
    expect(await match(file)).toEqual([name, order])
  })

  test.each(['IMG_20261122_101500.jpg', 'tea.jpg', 'teas-500.jpg', '.jpg', '-.jpg', '_2.jpg'])(
    '%s shows nothing that is known',
    async (file) => {
      expect(await match(file)).toEqual([undefined, 0])
    },
  )

  test('which several products have: nobody but a person can tell', async () => {
    const { photos, products } = await matchPhotos(desk.deps, ['ghee.jpg', 'g-2.jpg'])
    expect(photos).toMatchObject([
      { productId: null, rivals: 2 },
      { productId: ids.get('Ghee '), rivals: 0 },
    ])
    expect(products).toEqual([
      { id: ids.get('Ghee ') ?? '', name: 'Ghee ', sku: 'G-2', images: [] },
    ])
  })
})

test('the whole name comes before what is left of it', () => {
  expect(readPhotoName('TEA-500-2.jpg').map(({ key }) => key)).toEqual([
    'tea5002',
    'tea500',
    'tea500',
  ])
})
