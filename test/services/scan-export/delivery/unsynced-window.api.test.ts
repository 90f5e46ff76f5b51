import { describe, expect, test } from 'bun:test'
import { addMember } from '../../../support/member.ts'
import { idsOf, openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const windowMs = 30 * 24 * 60 * 60 * 1000

/** Scans so many milliseconds apart, the first of which leaves the window after `headStartMs`. */
const rowOfScans = 250
const spacingMs = 4
const headStartMs = 300

const shop = untilEnd(await openShop())

/** Asks until all scans have left the window, and returns how often it asked. */
async function watchLeaving(startMs: number): Promise<number> {
  const member = await addMember(shop)
  const first = Date.now() - windowMs + startMs
  const times = Array.from({ length: rowOfScans }, (_, i) => first + i * spacingMs)
  const ids = await Promise.all(times.map((createdAt) => member.addScan({ createdAt })))
  let answers = 0
  for (let done = false; !done; answers++) {
    const asked = Date.now()
    const answer = await member.unsynced('limit=1000')
    const answered = Date.now()
    const seen = new Set(idsOf(answer))
    const wrong = ids.filter((id, i) => {
      const leavesAt = (times[i] ?? 0) + windowMs
      // Seen: the moment of the answer was not past the end. Not seen: it was.
      return seen.has(id) ? asked > leavesAt : answered <= leavesAt
    })
    expect(wrong).toEqual([])
    expect(answer.json).toMatchObject({ count: seen.size, waiting: seen.size })
    done = seen.size === 0
  }
  return answers
}

describe('the window of the unsynced list', () => {
  test('is 30 days before now: a scan just inside is listed, one just outside is not', async () => {
    const member = await addMember(shop)
    const edge = Date.now() - windowMs
    const inside = await member.addScan({ createdAt: edge + 60_000 })
    const outside = await member.addScan({ createdAt: edge - 1 })
    const answer = await member.unsynced()
    expect(idsOf(answer)).toEqual([inside])
    expect(idsOf(answer)).not.toContain(outside)
    expect(answer.json).toMatchObject({ count: 1, waiting: 1 })
  })

  test('ends on the millisecond, whether or not the cleanup has run', async () => {
    let answers = 0
    // On a busy machine they may have left before they are there: a longer start shows how they leave.
    for (let ms = headStartMs; answers < 2; ms *= 2) answers = await watchLeaving(ms)
  })

  test('has no end in the other direction: a scan with a date ahead of the clock is listed', async () => {
    const member = await addMember(shop)
    const ahead = await member.addScan({ createdAt: Date.now() + 60_000 })
    expect(idsOf(await member.unsynced())).toEqual([ahead])
  })
})
