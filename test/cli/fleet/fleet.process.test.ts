import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { answerMsMax, readFigures, judge } from '../../../src/cli/fleet/fleet.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { runDaybook } from '../run-daybook.ts'

let shop: Shop
/** Takes connections and never answers. */
let silent: Bun.TCPSocketListener

beforeAll(async () => {
  shop = await openShop()
  silent = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
})

afterAll(async () => {
  silent.stop(true)
  await shop.close()
})

const silentUrl = () => `http://127.0.0.1:${silent.port}`
const listed = (...lines: string[]) => {
  const file = join(shop.dir.root, 'shops.txt')
  writeFileSync(file, lines.join('\n'))
  return file
}

describe('daybook fleet status', () => {
  test('shows each shop in a row, and ends with 0 where all are well', async () => {
    const { code, stdout, stderr } = await runDaybook(['fleet', 'status', shop.url])
    expect([code, stderr]).toEqual([0, ''])
    const [head = '', row = '', ...others] = stdout.trimEnd().split('\n')
    expect(head).toMatch(/^shop +is +version +documents +orders +backup +lag +free +errors$/)
    expect(row).toMatch(/^127\.0\.0\.1:\d+ +well +\d+\.\d+\.\d+ +0 +0 +- +- +[\d.]+ MB +0$/)
    expect(others).toEqual([])
  })

  test(
    'names what is down and what hangs, and tells of the others all the same',
    async () => {
      const file = listed('# ours', shop.url, '', `${silentUrl()} token # the slow one`)
      const asked = [file, 'http://127.0.0.1:1']
      const { code, stdout, stderr } = await runDaybook(['fleet', 'status', ...asked])
      expect(code).toBe(1)
      expect(stderr).toContain('Of 3 shops 2 need a look')
      expect(stdout).toContain(`${silentUrl()} does not answer within 5 seconds.`)
      expect(stdout).toMatch(/http:\/\/127\.0\.0\.1:1 cannot be reached \(.+\)\./)
      expect(stdout.match(/ well /g)).toHaveLength(1)
      expect(stdout.match(/ DOWN /g)).toHaveLength(2)
    },
    4 * answerMsMax,
  )

  test('prints the same for programs', async () => {
    const { stdout } = await runDaybook(['fleet', 'status', '--json', shop.url])
    expect(JSON.parse(stdout)).toMatchObject({
      shops: [{ url: shop.url, up: true, documents_waiting: 0, backup_at: null, problems: [] }],
    })
  })

  test.each([
    ['a file that is not there', ['nowhere.txt'], 'nowhere.txt is neither an address'],
    ['an address of something else', ['https://'], 'is no address'],
  ])('refuses %s', async (_, words, says) => {
    const { code, stderr } = await runDaybook(['fleet', 'status', ...words])
    expect([code, stderr.includes(says)]).toEqual([1, true])
  })

  test('refuses a file without a shop, and a call without one', async () => {
    expect((await runDaybook(['fleet', 'status', listed('# none')])).stderr).toContain('no shop')
    expect((await runDaybook(['fleet', 'status'])).code).toBe(2)
  })
})

describe('a shop', () => {
  const now = Date.parse('2026-11-22T12:00:00Z')
  const problemsOf = (...figures: string[]) => {
    const text = ['info{version="1.2.3"} 1', ...figures].map((line) => `daybook_${line}`).join('\n')
    return judge({ url: 'http://shop', token: undefined }, readFigures(text), now).problems
  }
  const hoursAgo = (hours: number) => now / 1000 - hours * 3600

  test.each([
    ['backup_failed 1', 'the last backup failed'],
    ['cleanup_failed 1', 'the last cleanup failed'],
    ['files_broken 3', '3 stored files are damaged or missing'],
    ['disk_free_bytes 1000000', 'its disk is nearly full'],
    ['replication_failed 1', 'its continuous copy failed'],
    ['replication_fenced 1', 'another one has taken over from it'],
    ['images_publishing_failed 1', 'its product images cannot be published'],
    ['replication_lag_seconds 301', 'its continuous copy is far behind'],
  ])('is not well with %s', (figure, says) => expect(problemsOf(figure)).toEqual([says]))

  test('is not well when a night brought no backup, however long it has run', () => {
    const missed = ['no backup was made for more than a day']
    const running = 'uptime_seconds 200000'
    expect(problemsOf(running, `backup_time_seconds ${hoursAgo(27)}`)).toEqual(missed)
    expect(problemsOf(running, 'backup_time_seconds 0')).toEqual(missed)
    expect(problemsOf(running, `backup_time_seconds ${hoursAgo(25)}`)).toEqual([])
    expect(problemsOf('uptime_seconds 60', 'backup_time_seconds 0')).toEqual([])
    expect(problemsOf(running, 'backup_time_seconds 0', 'following 1')).toEqual([])
  })

  test('that tells no number of a figure has not told it', () => {
    for (const figure of ['NaN', '+Inf', '1e300']) {
      const told = readFigures(`daybook_info{version="1"} 1\ndaybook_backup_time_seconds ${figure}`)
      expect(judge({ url: 'http://shop', token: undefined }, told, now).backup_at).toBeNull()
    }
  })

  test('is none when something else answers', () => {
    expect(readFigures('<html>')).toEqual({ problem: 'is no Daybook' })
  })
})
