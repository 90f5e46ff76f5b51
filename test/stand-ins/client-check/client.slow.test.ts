import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { createServer } from 'node:http'
import {
  scheduledClient,
  triggeredClient,
  type Client,
} from '../../../src/stand-ins/client-check/client.ts'
import { scan } from '../../../src/stand-ins/client-check/scan.ts'
import { loopback } from '../../../src/platform/config.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { careful, documents, ownClient } from './waiting-client.ts'
import { play } from './play.ts'

/** Clients that work beside the check; in milliseconds. */
setDefaultTimeout(120_000)

const scenarios = scan.scenarios.filter(({ name }) => name === 'plain' || name === 'killed')
const never = new AbortController().signal

/** Serves an address that makes a round of the client whenever it is posted to. */
async function serveTrigger(round: () => Promise<void>) {
  const server = createServer((_request, response) => {
    void round().then(() => response.end('done'))
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  server.listen(0, loopback, () => resolve())
  await promise
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `http://${loopback}:${port}/`, close: () => server.close() }
}

describe('a client', () => {
  test('that is triggered makes a round each time, and is restarted where it is killed', async () => {
    const own = ownClient(documents, careful)
    let client: Client | undefined
    const restarts: string[] = []
    const restart = (): Promise<void> => Promise.resolve(void restarts.push('now'))
    const trigger = await serveTrigger(async () => await client?.round(never, never))
    const report = await play({
      scenarios,
      booked: own.booked,
      client(address) {
        client = own.at(address)
        return triggeredClient(trigger.url, restart, 1)
      },
    })
    trigger.close()
    expect(report.results.map(({ grade }) => grade)).toEqual(['passed', 'passed', 'passed'])
    expect(restarts).toHaveLength(1)
  })

  test('whose trigger answers nothing is said so', async () => {
    const client = triggeredClient('http://127.0.0.1:1/', () => Promise.resolve())
    const refused = await client.round(never, never).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(AppError)
  })

  test('with a schedule of its own is waited for', async () => {
    const own = ownClient(documents, careful)
    const restarts: string[] = []
    const restart = (): Promise<void> => Promise.resolve(void restarts.push('now'))
    const over = new AbortController()
    const work = async (client: Client): Promise<void> => {
      while (!over.signal.aborted) {
        await client.round(never, never)
        await Bun.sleep(1)
      }
    }
    let working: Promise<void> | undefined
    const report = await play({
      scenarios,
      booked: own.booked,
      client(address) {
        working = work(own.at(address))
        return scheduledClient(restart)
      },
    })
    over.abort()
    await working
    expect(report.results.map(({ grade }) => grade)).toEqual(['passed', 'passed', 'passed'])
    expect(restarts).toHaveLength(1)
  })
})
