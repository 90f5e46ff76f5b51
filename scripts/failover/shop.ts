import { mkdirSync } from 'node:fs'
import { isJsonObject } from '../../src/platform/json/json.ts'
import type { Processes } from '../crash-loop/processes.ts'
import { ownersCommands } from '../crash-loop/shop.ts'

const password = 'only for a failover drill'
const email = 'owner@example.com'
const base = '/storefront/api/public/v1'
const scopes = ['storefront:read', 'products:write', 'orders:create', 'orders:read']

export type Place = { text: string; args: readonly string[] }

/** A first Daybook that copies to a place, from the first order on; its key. */
export async function setUpFirst(
  { processes, daybook, data }: { processes: Processes; daybook: readonly string[]; data: string },
  place: Place,
  more: readonly string[],
): Promise<string> {
  mkdirSync(data, { recursive: true })
  const run = ownersCommands(processes, daybook, { data, password })
  await run('setup', '--organisation', 'Drill Stores', '--owner', email, '--password-stdin')
  const wanted = scopes.flatMap((scope) => ['--scope', scope])
  const asked = ['--user', email, '--service', 'storefront', '--name', 'drill']
  const { key = '' } = await run('key', 'create', ...asked, ...wanted)
  await run('replicate', 'set', place.text, ...place.args, ...more)
  return key
}

/** Sends what it is told to; undefined for an answer that does not count, as of a server that is gone. */
export async function send(
  url: string,
  key: string,
  { path, body, name }: { path: string; body: unknown; name?: string },
): Promise<Record<string, unknown> | undefined> {
  try {
    const reply = await fetch(`${url}${base}${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        ...(name !== undefined && { 'idempotency-key': name }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(15_000),
    })
    const said: unknown = await reply.json()
    if (reply.ok && isJsonObject(said)) return said
    if (reply.status === 503) return undefined
    throw new Error(`${path} was answered ${reply.status}: ${JSON.stringify(said)}`)
  } catch (error) {
    if (error instanceof Error && error.message.startsWith(path)) throw error
    return undefined
  }
}
