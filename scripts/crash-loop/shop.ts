import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processes } from './processes.ts'

/** A shop for the loop: its data directory, the users' API keys, and the keys of the storefront's clients. */
export type Shop = {
  data: string
  daybook: readonly string[]
  keys: Record<string, string>
  storefront: { shop: string; erp: string }
}

/** The scopes of each client of the storefront. */
const scopes = {
  shop: ['storefront:read', 'products:write', 'orders:create', 'orders:price'],
  erp: ['orders:read', 'orders:write'],
}

export const owner = 'owner@example.com'
const members = ['ravi@example.com', 'meena@example.com']

export const password = 'only for a crash loop'

/** Sets up a shop with the commands that an owner uses. Throws if a command fails. */
export async function setUpShop(
  processes: Processes,
  daybook: readonly string[],
  work: string,
): Promise<Shop> {
  const data = join(work, 'data')
  const run = ownersCommands(processes, daybook, { data, password })
  const secret = '--password-stdin'
  await run('setup', '--organisation', 'Crash Stores', '--owner', owner, secret)
  const createKey = async (user: string, service: string, scopesWanted: readonly string[] = []) => {
    const asked = ['--user', user, '--service', service, '--name', 'crash loop']
    const wanted = scopesWanted.flatMap((scope) => ['--scope', scope])
    const { key = '' } = await run('key', 'create', ...asked, ...wanted)
    return key
  }
  const keys: Record<string, string> = {}
  for (const email of members) {
    await run('user', 'add', '--email', email, '--name', email, '--role', 'member', secret)
  }
  for (const email of [owner, ...members]) {
    keys[email] = await createKey(email, 'scan-export')
  }
  const storefront = {
    shop: await createKey(owner, 'storefront', scopes.shop),
    erp: await createKey(owner, 'storefront', scopes.erp),
  }
  return { data, daybook, keys, storefront }
}

/** Runs commands as an owner would, on some data, and reads their answers. Throws when one fails. */
export function ownersCommands(
  processes: Processes,
  daybook: readonly string[],
  { data, password: typed }: { data: string; password: string },
) {
  return async (...args: string[]): Promise<{ key?: string }> => {
    const command = [...daybook, ...args, '--data', data, '--json']
    const { code, stdout, stderr } = await processes.run(command, { stdin: `${typed}\n` })
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
    return JSON.parse(stdout)
  }
}

/** Files with the keys that each client process gets: the members share one, the owner has another. */
export function writeKeyFiles({ keys, storefront }: Shop, work: string) {
  const write = (name: string, some: Record<string, string | undefined>) => {
    const file = join(work, `keys-${name}.json`)
    writeFileSync(file, JSON.stringify(some), { mode: 0o600 })
    return file
  }
  return {
    integrators: [members, [owner]].map((users, i) =>
      write(String(i), Object.fromEntries(users.map((user) => [user, keys[user]]))),
    ),
    shop: write('shop', { shop: storefront.shop }),
    erp: write('erp', { erp: storefront.erp }),
  }
}

/** The cookie of somebody at the console. Throws where nobody may sign in. */
export async function signIn(
  url: string,
  who: { email: string; password: string },
): Promise<string> {
  const answer = await fetch(`${url}/console/api/sign-in`, {
    method: 'POST',
    headers: { origin: url, 'content-type': 'application/json' },
    body: JSON.stringify(who),
  })
  if (!answer.ok) throw new Error(`Nobody may sign in: ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0] ?? '')
    .join('; ')
}
