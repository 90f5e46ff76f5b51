import { connect, type Socket } from 'node:net'
import { createKey } from '../../../src/accounts/keys/keys.ts'
import { newToken, startSession } from '../../../src/accounts/sessions/sessions.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { createApp } from '../../../src/app.ts'
import { sessionCookieName } from '../../../src/console/api/guard.ts'
import { type Listening, listen } from '../../../src/platform/http/listening/listeners.ts'
import { silentLog } from '../../../src/platform/log.ts'
import { requestHead } from '../../support/raw-request.ts'
import { setClock, temporaryDatabase } from '../../support/temporary-database.ts'

export const mib = 1024 * 1024
export const scans = '/scan-export/api/public/v1/scans'

/** A Daybook on a port of its own, with an owner's key and session. `bodyTimeoutSeconds` as `listen` takes it. */
export async function openListener(bodyTimeoutSeconds?: number) {
  const open = temporaryDatabase()
  const clock = setClock()
  const { dispatcher } = createApp({
    ...open,
    clock,
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: undefined,
  })
  const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: 'hash' }
  const input = { service: 'scan-export' as const, scopes: [], allUsers: false, name: 'K' }
  const random = crypto.getRandomValues(new Uint8Array(32))
  const token = newToken()
  const key = await open.database.write((conn) => {
    const userId = setUp(conn, { organisation: 'Test', owner }, clock.now())
    startSession(conn, { userId, token, visitor: { address: '', userAgent: '' } }, clock.now())
    return createKey(conn, { ...input, email: owner.email }, clock.now(), random).key
  })
  const options = { host: '127.0.0.1', port: 0, tls: undefined, listener: { service: undefined } }
  const listening = await listen(dispatcher, {
    ...options,
    ...(bodyTimeoutSeconds !== undefined && { bodyTimeoutSeconds }),
  })
  return {
    listening,
    key,
    cookie: `${sessionCookieName('http://localhost', { isSecure: false })}=${token}`,
    withKey: () => ({ authorization: `Bearer ${key}` }),
    async [Symbol.asyncDispose]() {
      await listening.stop()
      await open[Symbol.asyncDispose]()
    },
  }
}

/** A connection with the head of a request on its way. */
export function openRequest(
  { url }: Listening,
  path: string,
  headers: Record<string, string>,
  length?: number,
  version = 'HTTP/1.1',
): Socket {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  const body = length === undefined ? { 'transfer-encoding': 'chunked' } : undefined
  const all = { ...headers, ...(body ?? { 'content-length': String(length) }) }
  socket.write(requestHead('POST', path, all).replace('HTTP/1.1', version))
  return socket
}
