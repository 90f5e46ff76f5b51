import { describe, expect, test } from 'bun:test'
import { openShop } from '../../support/shop.ts'
import { untilEnd } from '../../support/until-end.ts'

const shop = untilEnd(await openShop())

const figures = async (headers: Record<string, string> = {}) =>
  await shop.call('GET', `${shop.url}/metrics`, { headers })

/** The value of a sample, by its name with its labels. */
function valueOf(text: string, sample: string): number | undefined {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${sample} `))
  return line === undefined ? undefined : Number(line.slice(sample.length))
}

describe('GET /metrics', () => {
  test('tells what waits, and how the computer is', async () => {
    await shop.addScan({ user: 'ravi' })
    const { status, text, headers } = await figures()
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(valueOf(text, 'daybook_documents_waiting')).toBe(1)
    expect(valueOf(text, 'daybook_orders_waiting')).toBe(0)
    expect(valueOf(text, 'daybook_disk_free_bytes')).toBeGreaterThan(0)
    expect(valueOf(text, 'daybook_memory_bytes')).toBeGreaterThan(10_000_000)
  })

  test('counts requests by the hundred of their status', async () => {
    const refused = 'daybook_http_request_duration_seconds_count{status="4xx"}'
    const before = valueOf((await figures()).text, refused) ?? Number.NaN
    await shop.call('GET', '/api/public/v1/scans/unsynced', { key: 'dbk_wrong' })
    expect(valueOf((await figures()).text, refused)).toBe(before + 1)
  })

  test('has buckets that add up, as Prometheus wants them', async () => {
    const { text } = await figures()
    const name = 'daybook_http_request_duration_seconds'
    const ends = [...text.matchAll(/_bucket\{status="2xx",le="([^"]+)"\} (\d+)/g)]
    const counts = ends.map(([, , count]) => Number(count))
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(ends.at(-1)?.[1]).toBe('+Inf')
    expect(counts.at(-1)).toBe(valueOf(text, `${name}_count{status="2xx"}`) ?? -1)
    expect(counts.length).toBeGreaterThan(5)
  })

  test('says of each figure what it is, once', async () => {
    const { text } = await figures()
    const names = text.match(/^# TYPE \S+/gm) ?? []
    expect(new Set(names).size).toBe(names.length)
    expect(text.match(/^# HELP \S+/gm)?.length).toBe(names.length)
    for (const line of text.trimEnd().split('\n')) {
      expect(line).toMatch(
        /^(?:# (?:HELP|TYPE) daybook_\S+ .+|daybook_\w+(?:\{[^}]*\})? [\d.e+-]+)$/,
      )
    }
  })

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'is refused to what came through a proxy (%s): it need not be of this computer',
    async (header) => {
      expect((await figures({ [header]: '127.0.0.1' })).status).toBe(403)
    },
  )

  test('takes no other method', async () => {
    expect((await shop.call('POST', `${shop.url}/metrics`)).status).toBe(405)
  })
})

describe('GET /ready', () => {
  test('says that work can be taken in', async () => {
    const { status, json } = await shop.call('GET', `${shop.url}/ready`)
    expect([status, json['status']]).toEqual([200, 'ready'])
  })
})
