import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { restoreMoment } from '../../../src/platform/replica/bring-book.ts'
import { noon, refusalOf } from '../../support/temporary-database.ts'
import { copiedShop, hostile, newest, offerEvil, writtenAround } from './copied-shop.ts'

/*
 * Whoever may write to the place of continuous copies is not trusted: a book from there is used, and its files are fetched, once it
 * has passed the gate.
 */

let copied: Awaited<ReturnType<typeof copiedShop>>

beforeEach(async () => {
  copied = await copiedShop()
})

afterEach(() => copied[Symbol.dispose]())

const restore = () =>
  restoreMoment(
    { place: copied.place.address, secret: '', program: copied.place.program, at: undefined },
    { dir: copied.dir, now: noon },
  )

describe.each(Object.entries(hostile))('a copy with %s', (_, [change, says]) => {
  test('is neither restored nor followed, and nothing of it is written', async () => {
    const { dir, place, follow } = copied
    await place.add(change)
    offerEvil(place.root)
    for (const work of [restore, follow]) {
      expect((await refusalOf(work)).message).toContain(says)
    }
    expect(writtenAround(dir.root)).toEqual([])
    expect(readdirSync(dir.root).filter((name) => name.startsWith('daybook.db'))).toEqual([])
  })
})

test('a good copy is restored, also that of an older Daybook', async () => {
  await copied.place.add()
  expect((await restore()).manifest.organisation).toBe('Acme Stores')
  await copied.place.add(undefined, copied.older())
  expect((await restore()).manifest.schema).toBeLessThan(newest)
})
