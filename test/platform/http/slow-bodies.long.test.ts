import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { mib, openListener, openRequest, scans } from './body-listener.ts'
import { untilEnd } from '../../support/until-end.ts'

/** Bun cuts a connection in steps of four seconds. */
setDefaultTimeout(120_000)

/** Many times as long as a refusal waits for a client that pauses, in seconds: else the connection is cut before it. */
const bodyTimeoutSeconds = 12

/** How long a body may go on, in milliseconds: many times as long as this server allows. */
const cutWithinMs = 80_000

/** What the flood may take of this process's memory, in bytes, with what both ends have on the way. */
const floodedBytesMax = 256 * mib

const hasty = untilEnd(await openListener(bodyTimeoutSeconds))

describe('bodies that come slowly', () => {
  test.each([
    ['a key', scans, () => hasty.withKey()],
    [
      'a session',
      '/console/api/rules',
      () => ({ cookie: hasty.cookie, origin: 'http://localhost' }),
    ],
  ])('by %s take no more of the memory than one user may', async (_what, path, headers) => {
    const { promise: refusal, resolve } = Promise.withResolvers<string>()
    const sockets = Array.from({ length: 5 }, () =>
      openRequest(hasty.listening, path, headers(), 32 * mib),
    )
    for (const socket of sockets) socket.on('data', (data) => resolve(data.toString()))
    expect(await refusal).toMatch(/^HTTP\/1\.1 503 .*Too many large bodies/s)
    for (const socket of sockets) socket.destroy()
  })

  test('a byte at a time are cut, whether they are refused or not', async () => {
    const sockets = [hasty.withKey(), {}].flatMap((headers) =>
      [100_000, undefined].flatMap((length) =>
        Array.from({ length: 75 }, () => openRequest(hasty.listening, scans, headers, length)),
      ),
    )
    const closed = sockets.map(
      (socket) =>
        new Promise((resolve) => {
          socket.on('error', () => undefined)
          socket.on('close', resolve)
        }),
    )
    const dripping = setInterval(() => {
      for (const socket of sockets) socket.write('1\r\n \r\n')
    }, 200)
    await Promise.race([Promise.all(closed), Bun.sleep(cutWithinMs)])
    clearInterval(dripping)
    const left = sockets.filter(({ destroyed }) => !destroyed)
    for (const socket of left) socket.destroy()
    expect(left).toHaveLength(0)
  })
})

test('a body without an end that comes fast is cut after its refusal, and takes no memory', async () => {
  const before = process.memoryUsage().rss
  const socket = openRequest(hasty.listening, scans, {})
  const chunk = Buffer.from(`${mib.toString(16)}\r\n${' '.repeat(mib)}\r\n`)
  const { promise, resolve } = Promise.withResolvers<void>()
  let answer = ''
  let most = before
  const flood = () => {
    most = Math.max(most, process.memoryUsage().rss)
    socket.write(chunk, (error) => void (error ?? setImmediate(flood)))
  }
  socket.on('data', (data) => (answer += data.toString()))
  socket.on('error', () => undefined)
  socket.on('close', () => resolve())
  flood()
  await Promise.race([promise, Bun.sleep(cutWithinMs)])
  const isCut = socket.destroyed
  socket.destroy()
  expect(isCut).toBe(true)
  expect(answer).toStartWith('HTTP/1.1 401 ')
  expect(most - before).toBeLessThan(floodedBytesMax)
})
