import { expect, test } from 'bun:test'
import { openShop } from './clock-shop.ts'
import { nightlyWork } from './night.ts'

test('nothing of the nightly work is left that could come between what a test does', async () => {
  await using shop = await openShop()
  expect(nightlyWork).toEqual(shop.nightlyWork())
})
