import { describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { png } from '../../../support/pictures.ts'
import { openShop } from '../../../support/shop.ts'
import { bulk, bulkPath, productRow, resultsOf, variantRow, versionOf } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
await bulk(shop, { sku: 'OLD', name: 'Old', mrp: 5 })

const products = [
  { sku: 'NEW', name: 'New', image_base64: `data:image/png;base64,${png(5, 5, 3).toBase64()}` },
  { sku: 'NEW', name: 'New again', variants: [{ sku: 'NEW-S' }] },
  { sku: 'OLD', name: 'Older', mrp: 6.001 },
  { sku: 'OLD', name: 'Older', category_slug: 'nowhere' },
]

function tried(query: string) {
  return shop.store('POST', `${bulkPath}${query}`, { body: { products } })
}

describe('dry_run', () => {
  test.each(['?dry_run=true', '?dry_run=1'])(
    '%s answers the same and writes no row and no file',
    async (query) => {
      const [version, before] = [versionOf(shop), productRow(shop, 'OLD')]
      const answer = await tried(query)
      expect(answer.status).toBe(200)
      expect(answer.json['summary']).toEqual({ total: 4, created: 1, updated: 2, errors: 1 })
      const results = resultsOf(answer)
      expect(results).toMatchObject([
        { status: 'created', images_uploaded: 1 },
        { status: 'updated', changed: true },
        {
          status: 'updated',
          changed: true,
          id: String(before['id']),
          warnings: [expect.any(String)],
        },
        { status: 'error', id: String(before['id']) },
      ])
      expect(results[1]?.['id']).toBe(results[0]?.['id'] ?? '')
      expect(productRow(shop, 'NEW')).toEqual({})
      expect(variantRow(shop, 'NEW-S')).toEqual({})
      expect(productRow(shop, 'OLD')).toEqual(before)
      expect(versionOf(shop)).toBe(version)
      expect(readdirSync(shop.dir.images, { recursive: true })).toEqual([])
    },
  )

  test.each(['?dry_run=yes', '?dry_run=TRUE', '?dry_run=2'])(
    '%s is 400 and names it',
    async (query) => {
      const answer = await tried(query)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain('dry_run must be one of true, false, 1, 0')
    },
  )

  test.each(['', '?dry_run=', '?dry_run=false', '?dry_run=0'])('%s writes', async (query) => {
    const sku = `REAL${query.length}`
    const body = { products: [{ sku, name: 'Real' }] }
    expect((await shop.store('POST', `${bulkPath}${query}`, { body })).status).toBe(200)
    expect(productRow(shop, sku)['name']).toBe('Real')
  })
})
