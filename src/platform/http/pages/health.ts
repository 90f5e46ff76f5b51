import type { Database } from '../../db/database.ts'
import { isBusy } from '../../db/sqlite-errors.ts'
import { type DataDir, findFreeBytes } from '../../disk/data-dir.ts'
import { version } from '../../embedded.ts'
import type { StandbyAnswers } from '../standby.ts'
import { jsonReply } from '../reply.ts'
import type { FindPage } from './page.ts'

/** Below this much free room, in bytes, no write is sure to succeed: the size that one request may have. */
const roomMin = 32 * 1024 * 1024

type Options = {
  database: Database
  dir: DataDir
  /** Undefined when this is no standby. */
  standby?: StandbyAnswers | undefined
}

/** `GET /health`: the process answers. `GET /ready`: the server can accept work, or 503 with the reason. */
export function healthPages({ database, dir, standby }: Options): FindPage {
  const health = JSON.stringify({ status: 'ok', version })
  return (_request, path) => {
    if (path === '/health') return (request) => jsonReply(request, 200, health)
    if (path !== '/ready') return undefined
    return async (request) => {
      const problem = await whyNotReady({ database, dir, standby })
      const said = { status: problem === undefined ? 'ready' : 'not ready', version, problem }
      const reply = jsonReply(request, problem === undefined ? 200 : 503, JSON.stringify(said))
      reply.headers.set('cache-control', 'no-store')
      return reply
    }
  }
}

async function whyNotReady({ database, dir, standby }: Options): Promise<string | undefined> {
  // A standby accepts reads only.
  if (standby !== undefined) return standby.refusal()?.message
  const refusal = database.writeRefusal()
  if (refusal !== undefined) return refusal.message
  try {
    // Writes nothing, but waits its turn as a write does.
    await database.write(() => undefined)
  } catch (error) {
    return isBusy(error) ? 'the database is busy' : 'the database cannot be written'
  }
  return (await findFreeBytes(dir.root)) < roomMin ? 'the disk is full' : undefined
}
