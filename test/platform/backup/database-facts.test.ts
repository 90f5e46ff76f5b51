import { expect, test } from 'bun:test'
import { imageTitle } from '../../../src/platform/backup/database-facts.ts'
import { emptyDatabase, newestSchema } from '../../../src/platform/db/migrate.ts'

test('the product that shows an image is found by the index, whatever the number of images', () => {
  using database = emptyDatabase(newestSchema('book'))
  const plan = database?.query<{ detail: string }, [string]>(`EXPLAIN QUERY PLAN ${imageTitle}`)
  const steps = plan?.all('a'.repeat(64)).map(({ detail }) => detail)
  expect(steps?.[0]).toContain('USING INDEX product_images_image')
  expect(steps?.join()).not.toContain('SCAN')
})
