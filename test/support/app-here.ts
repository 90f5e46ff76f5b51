import { createKey, type KeyInput } from '../../src/accounts/keys/keys.ts'
import { setUp } from '../../src/accounts/users/set-up.ts'
import { createApp } from '../../src/app.ts'
import type { Call } from '../../src/platform/http/request.ts'
import { silentLog } from '../../src/platform/log.ts'
import { noon, setClock, temporaryDatabase } from './temporary-database.ts'

const email = 'owner@example.com'

/** Daybook without a port, in this process: its clock is the test's, which also sees each call that it logs. */
export async function appHere(onCall: (call: Call) => void = () => undefined) {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const app = createApp({
    database,
    dir,
    clock,
    log: silentLog,
    calls: { add: onCall },
    corsOrigins: [],
    publicUrl: undefined,
  })
  const owner = { email, name: 'O', passwordHash: '' }
  const ownerId = await database.write((conn) => setUp(conn, { organisation: 'Shop', owner }, noon))
  return {
    ...temporary,
    app,
    clock,
    ownerId,
    /** A key of the owner. */
    addKey(input: Pick<KeyInput, 'service' | 'scopes'>) {
      const random = crypto.getRandomValues(new Uint8Array(32))
      const whole = { email, allUsers: false, name: 'test', ...input }
      return database.write((conn) => createKey(conn, whole, noon, random))
    },
    /** `path` begins with the name of the service. With a body it is a POST. */
    async ask(key: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
      const [service = '', ...rest] = path.split('/')
      const address = `http://shop.example/${service}/api/public/v1/${rest.join('/')}`
      const request = new Request(address, {
        headers: { authorization: `Bearer ${key}`, ...headers },
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
      })
      return await app.dispatcher.answer(request, { service: undefined }, '')
    },
  }
}
