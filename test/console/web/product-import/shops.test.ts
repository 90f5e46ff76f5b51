import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { zipSync } from 'fflate'
import { guessColumns } from '../../../../src/console/pages/product-import/columns.ts'
import {
  noticesOf,
  readImportFile,
  type ImportFile,
} from '../../../../src/console/pages/product-import/file.ts'
import {
  filesOfRow,
  localImagesOf,
  withoutLocal,
} from '../../../../src/console/pages/product-import/local-images.ts'
import { textOfHtml } from '../../../../src/console/pages/product-import/shops.ts'

async function read(name: string): Promise<ImportFile> {
  const bytes = readFileSync(join(import.meta.dir, 'files', name))
  const file = await readImportFile(new File([bytes], name))
  if (typeof file === 'string') throw new Error(file)
  return file
}

/** What each row says, by the columns that an import takes; what is empty is left out. */
function saidBy({ header, rows }: ImportFile): Record<string, string>[] {
  const columns = guessColumns(header)
  return rows.map(({ cells }) =>
    Object.fromEntries(
      cells.flatMap((cell, at) => (cell === '' ? [] : [[columns[at] ?? '?', cell] as const])),
    ),
  )
}

const cdn = 'https://cdn.shopify.com/s/files/1/0601/files'

describe('a file of Shopify', () => {
  test('is recognised, and its columns need no matching', async () => {
    const file = await read('shopify.csv')
    expect(guessColumns(file.header)).not.toContain(null)
    expect(noticesOf(file)).toEqual([
      'This is a product file of Shopify: 2 products and 3 variants. Left out: vendor (a brand there), tags, weights.',
    ])
  })

  test('has a product for each handle, its variants behind it, and all of its images', async () => {
    const [kurta, small, medium, red, bag] = saidBy(await read('shopify.csv'))
    expect(kurta).toEqual({
      sku: 'BLOCK-PRINT-KURTA',
      name: 'Block Print Kurta',
      category: 'Kurtas',
      mrp: '1599.00',
      sale_price: '1299.00',
      hsn: '6211',
      description: 'Hand block printed in Jaipur & washed soft.\n• 100% cotton\n• Side slits',
      is_active: 'yes',
      slug: 'block-print-kurta',
      images: [
        `${cdn}/kurta-indigo-front.jpg?v=1716195511`,
        `${cdn}/kurta-indigo-back_600x600.jpg?v=1716195512`,
        `${cdn}/kurta%20red.jpg?v=1716195513`,
        `${cdn}/kurta-detail.jpg?v=1716195514`,
      ].join(', '),
    })
    const variant = { variant_of: 'BLOCK-PRINT-KURTA', sale_price: '1299.00', mrp: '1599.00' }
    expect(small).toEqual({
      ...variant,
      sku: 'KURTA-IND-S',
      size: 'S',
      color: 'Indigo',
      stock_quantity: '12',
    })
    expect(medium).toMatchObject({ sku: 'KURTA-IND-M', size: 'M', color: 'Indigo' })
    expect(red).toMatchObject({
      sku: 'BLOCK-PRINT-KURTA-S-MADDER-RED',
      color: 'Madder Red',
      mrp: '1349.00',
      sale_price: '1349.00',
      stock_quantity: '0',
    })
    expect(bag).toEqual({
      sku: 'BAG-JUTE',
      name: 'Jute Shopping Bag',
      category: 'bags',
      mrp: '249.00',
      sale_price: '249.00',
      stock_quantity: '40',
      hsn: '4202',
      barcode: '8901234500093',
      description: 'Strong – carries 10 kg',
      vendor_cost: '90.00',
      is_active: 'no',
      slug: 'jute-shopping-bag',
      images: `${cdn}/jute-bag.png?v=1716195600`,
    })
  })

  test('keeps the numbers of its rows, so that a refused one is found', async () => {
    expect((await read('shopify.csv')).rows.map(({ row }) => row)).toEqual([2, 2, 3, 4, 6])
  })
})

describe('a file of WooCommerce', () => {
  test('is recognised, and says what it leaves out', async () => {
    const file = await read('woocommerce.csv')
    expect(guessColumns(file.header)).not.toContain(null)
    expect(noticesOf(file)).toEqual([
      'This is a product file of WooCommerce: 3 products and 2 variants. Left out: 1 grouped products, tags, weights.',
    ])
  })

  test('has its variations behind their products, by SKU or by ID', async () => {
    const [tee, white, black, ghee, wrapping, ...none] = saidBy(await read('woocommerce.csv'))
    expect(none).toEqual([])
    expect(tee).toMatchObject({
      sku: 'TEE',
      name: 'Organic Cotton T-Shirt',
      category: 'T-Shirts',
      description: 'Soft, 180 gsm.',
      details: 'Combed cotton, pre‑shrunk.\n\nMachine wash < 30°C',
      gst_pct: '5',
      mrp: '599',
      sale_price: '449',
      is_active: 'yes',
    })
    expect(white).toEqual({
      sku: 'TEE-S-WHITE',
      variant_of: 'TEE',
      size: 'S',
      color: 'White',
      mrp: '599',
      sale_price: '449',
      stock_quantity: '14',
    })
    expect(black).toEqual({
      sku: 'WOO-46',
      variant_of: 'TEE',
      size: 'M',
      color: 'Black',
      mrp: '599',
      sale_price: '599',
      stock_quantity: '0',
    })
    expect(ghee).toMatchObject({
      sku: 'GHEE-1L',
      gst_pct: '12',
      mrp: '999.00',
      sale_price: '899.00',
      barcode: '8901234600090',
      description: 'Churned from curd.',
    })
    expect(wrapping).toEqual({
      sku: 'WOO-52',
      name: 'Gift Wrapping',
      category: 'services',
      mrp: '30',
      sale_price: '30',
      is_active: 'no',
    })
  })
})

test('another table stays what it is', async () => {
  const file = await readImportFile(new File(['SKU,Name,Type\nA,Tea,simple'], 'stock.csv'))
  expect(file).toMatchObject({ recognised: null, header: ['SKU', 'Name', 'Type'] })
})

describe('HTML becomes text', () => {
  test.each([
    ['<p>One</p><p>Two</p>', 'One\nTwo'],
    ['a<br/>b<BR>c', 'a\nb\nc'],
    ['5 &lt; 6 &amp;&amp; 7 &gt; 6', '5 < 6 && 7 > 6'],
    ['&#8377;50 &#x20B9;60 &unknown;', '₹50 ₹60 &unknown;'],
    ['<script>alert("x")</script><style>p{}</style>Safe<!-- no -->', 'Safe'],
    ['<img src=x onerror=alert(1)>Picture', 'Picture'],
    ['3 < 4 and 5 > 4', '3 < 4 and 5 > 4'],
    ['&#0;&#99999999;', '&#99999999;'],
  ])('%s', (html, text) => {
    expect(textOfHtml(html)).toBe(text)
  })
})

const picture = (name: string) => new File([name], name, { type: 'image/jpeg' })

describe('pictures that come with a file', () => {
  const columns = ['sku', 'images'] as const
  const cells = [
    'TEE',
    'https://shop.example/u/tee-front-scaled.jpg, https://shop.example/u/Tee%20back-1024x1024.png?v=2, https://shop.example/u/other.jpg',
  ]

  test('are found by the names in the addresses, whatever size those are of', async () => {
    const images = await localImagesOf([picture('Tee-Front.JPG'), picture('tee back.png')])
    expect(filesOfRow(columns, cells, images).map(({ name }) => name)).toEqual([
      'Tee-Front.JPG',
      'tee back.png',
    ])
    expect(withoutLocal(columns, cells, images)).toEqual([
      'TEE',
      'https://shop.example/u/other.jpg',
    ])
  })

  test('come out of an archive too, from any of its folders', async () => {
    const zip = zipSync({
      'export/2026/tee-front.jpg': new Uint8Array([1, 2, 3]),
      'export/readme.txt': new Uint8Array([4]),
      '__MACOSX/export/._tee-front.jpg': new Uint8Array([5]),
    })
    const images = await localImagesOf([new File([new Uint8Array(zip)], 'images.zip')])
    expect([...images.keys()]).toEqual(['tee-front'])
    const [file] = filesOfRow(columns, cells, images)
    expect([file?.name, file?.type, file?.size]).toEqual(['tee-front.jpg', 'image/jpeg', 3])
  })

  test('are none: then nothing is left out', () => {
    expect(withoutLocal(columns, cells, new Map())).toEqual(cells)
    expect(filesOfRow(columns, cells, new Map())).toEqual([])
  })
})
