import { describe, expect, test } from 'bun:test'
import { attentionItems } from '../../../src/console/pages/today/attention-items.ts'

type Home = Parameters<typeof attentionItems>[0]

const now = Date.parse('2026-11-20T10:00:00.000Z')
const dayMs = 24 * 60 * 60 * 1000
const ago = (days: number) => new Date(now - days * dayMs).toISOString()

const calmBackup = {
  madeAt: ago(0.5),
  checkedAt: null,
  problem: null,
  isComplete: true,
  isLate: false,
  datedAhead: 0,
}

const calmScans = {
  lastWeek: 0,
  firstDeletedAt: null,
  hasAny: true,
  waiting: 3,
  waitingSince: ago(0.1),
}

const calmOrders = { waiting: 1, hasAny: true, longest: [] }

const calm: Home = {
  scans: calmScans,
  late: { count: 0, items: [] },
  books: [],
  orders: calmOrders,
  products: { withoutPrice: 0, withoutImage: 0 },
  machine: {
    clockDoubt: null,
    disk: { freeBytes: 1e12, isLow: false },
    backup: calmBackup,
    brokenFiles: { count: 0, titles: [] },
    backupProblem: null,
    offsiteProblem: null,
    copiesProblem: null,
    refusedCopy: null,
    copiedAt: null,
    imagesProblem: null,
    archive: null,
    cleanupProblem: null,
    update: null,
  },
  firstSteps: null,
}

const machine = (change: Partial<NonNullable<Home['machine']>>): Home =>
  calm.machine === null ? calm : { ...calm, machine: { ...calm.machine, ...change } }

const keysOf = (home: Home) => attentionItems(home, now).map(({ key }) => key)

describe('what needs attention', () => {
  test('is nothing in a shop where all is well, and for a member of one', () => {
    expect(keysOf(calm)).toEqual([])
    expect(keysOf({ ...calm, orders: null, products: null, machine: null })).toEqual([])
  })

  test('begins with what loses something', () => {
    const scans = { ...calmScans, lastWeek: 1, firstDeletedAt: ago(-3) }
    const full = machine({ disk: { freeBytes: 1000, isLow: true } })
    const items = attentionItems({ ...full, scans }, now)
    expect(items.map(({ key, isUrgent }) => [key, isUrgent])).toEqual([
      ['disk', true],
      ['last week', true],
    ])
  })

  test('has a newer Daybook that lies ready, which is not urgent, and leads to how that is put in place', () => {
    const update = { version: '0.2.0', folder: '/shop/updates' }
    expect(attentionItems(machine({ update }), now)).toMatchObject([
      { key: 'update', isUrgent: false, link: { docs: '/docs/update' } },
    ])
  })

  test('offers an archive beside documents that are soon deleted, to owners who have none', () => {
    const scans = { ...calmScans, lastWeek: 1, firstDeletedAt: ago(-3) }
    const offered = (home: Home) =>
      attentionItems({ ...home, scans }, now).map(({ also }) => also?.link ?? null)
    const archive = { path: '/mnt/nas', problem: null, lost: 0 }
    expect(offered(calm)).toEqual([{ to: '/settings', search: { section: 'archive' } }])
    expect(offered(machine({ archive }))).toEqual([null])
    expect(offered({ ...calm, machine: null })).toEqual([null])
  })

  test('says what keeps documents from the archive, and what went without it', () => {
    const problem = { says: '/mnt/nas is not there: plug the disk in.', since: ago(1) }
    const items = attentionItems(machine({ archive: { path: '/mnt/nas', problem, lost: 2 } }), now)
    expect(items).toMatchObject([
      { key: 'archive', isUrgent: true, detail: expect.stringContaining(problem.says) },
      { key: 'archive lost', isUrgent: true, title: expect.stringContaining('2 documents') },
    ])
  })

  test('leads to the documents that it counts', () => {
    const scans = { ...calmScans, lastWeek: 1, firstDeletedAt: ago(-3) }
    const links = attentionItems({ ...calm, scans }, now, 2).map(({ link }) => link)
    expect(links).toEqual([
      { to: '/documents', search: { synced: 'last-week' } },
      { to: '/documents', search: { doubtful: 'yes' } },
    ])
  })

  test('has orders once they wait for a day', () => {
    const order = { id: 'a', orderNo: '2026-27/00001', customerName: 'Om', since: ago(0.9) }
    expect(keysOf({ ...calm, orders: { ...calmOrders, longest: [order] } })).toEqual([])
    const late = { ...order, since: ago(1.1) }
    expect(keysOf({ ...calm, orders: { ...calmOrders, longest: [late] } })).toEqual(['order a'])
  })

  test('says why there is no backup, once', () => {
    const [item, ...others] = attentionItems(
      machine({
        backup: { ...calmBackup, madeAt: ago(3), isLate: true },
        backupProblem: 'The disk is full.',
      }),
      now,
    )
    expect(item).toMatchObject({ key: 'backup', detail: 'The disk is full.', isUrgent: true })
    expect(others).toEqual([])
  })

  test('says why nothing was copied to the second place', () => {
    const offsiteProblem = '/media/usb is not there: plug the disk in.'
    expect(attentionItems(machine({ offsiteProblem }), now)).toMatchObject([
      { key: 'offsite', detail: offsiteProblem, isUrgent: true },
    ])
  })

  test('says why a copy from elsewhere is not taken', () => {
    const refusedCopy = 'The copy in /mnt/nas is not taken: its book has the trigger "x".'
    expect(attentionItems(machine({ refusedCopy }), now)).toMatchObject([
      { key: 'refused copy', detail: refusedCopy, isUrgent: true },
    ])
  })

  test('says why the continuous copy stands still', () => {
    const copiesProblem = 'Litestream does not answer.'
    expect(attentionItems(machine({ copiesProblem }), now)).toMatchObject([
      { key: 'copies', detail: copiesProblem, isUrgent: true },
    ])
  })

  test('says until when everything is copied, and that product images are not published', () => {
    const stands = { copiesProblem: 'Litestream does not answer.', copiedAt: ago(0) }
    const [copies] = attentionItems(machine(stands), now)
    expect(copies?.detail).toMatch(
      /^Litestream does not answer\. All that was written until .+ is copied\.$/,
    )
    const imagesProblem = 'The bucket refuses.'
    expect(attentionItems(machine({ imagesProblem }), now)).toMatchObject([
      { key: 'published images', isUrgent: false, link: { docs: '/docs/beyond' } },
    ])
  })

  test('names broken files, or says that the last backup is incomplete', () => {
    const incomplete = { ...calmBackup, isComplete: false }
    const broken = { count: 3, titles: ['bill.pdf'] }
    const [item] = attentionItems(machine({ backup: incomplete, brokenFiles: broken }), now)
    expect(item).toMatchObject({ key: 'broken files', isUrgent: true })
    expect(item?.detail).toStartWith('bill.pdf and others.')
    expect(keysOf(machine({ backup: incomplete }))).toEqual(['incomplete backup'])
  })

  test('says that backups are dated in the future', () => {
    const backup = { ...calmBackup, madeAt: ago(-30), datedAhead: 7 }
    const [item] = attentionItems(machine({ backup }), now)
    expect(item?.title).toBe('7 backups dated in the future')
  })

  test('has a doubtful clock once, not also the cleanup that it stopped', () => {
    const clockDoubt = {
      kind: 'ahead' as const,
      says: '2027-01-09T06:30:00.000Z',
      lastSeen: '2026-11-25T06:30:00.000Z',
      held: { scans: 0, documents: 0, bytes: 0 },
    }
    const doubtful = machine({ clockDoubt, cleanupProblem: 'The clock is ahead.' })
    expect(keysOf(doubtful)).toEqual(['clock'])
  })

  test('names late programs, and counts the rest of many', () => {
    const late = { id: 'k', name: 'Tally', count: 3, since: ago(4), lastUsedAt: ago(2) }
    const items = attentionItems({ ...calm, late: { count: 4, items: [late] } }, now)
    expect(items.map(({ title }) => title)).toEqual([
      '“Tally” has not come for what waits for it',
      '3 more keys were not used for what waits for them',
    ])
  })
})
