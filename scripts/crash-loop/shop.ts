import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processes } from './processes.ts'

/** A shop that was set up for the loop: its data directory, and its users with their keys. */
export type Shop = { data: string; daybook: readonly string[]; keys: Record<string, string> }

export const owner = 'owner@example.com'
const members = ['ravi@example.com', 'meena@example.com']

const password = 'only for a crash loop\n'

/** Sets a shop up with the commands that an owner uses. Throws when one fails. */
export async function setUpShop(
  processes: Processes,
  daybook: readonly string[],
  work: string,
): Promise<Shop> {
  const data = join(work, 'data')
  const run = async (...args: string[]): Promise<{ key?: string }> => {
    const command = [...daybook, ...args, '--data', data, '--json']
    const { code, stdout, stderr } = await processes.run(command, { stdin: password })
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${stderr}`)
    return JSON.parse(stdout)
  }
  const secret = '--password-stdin'
  await run('setup', '--organisation', 'Crash Stores', '--owner', owner, secret)
  const keys: Record<string, string> = {}
  for (const email of members) {
    await run('user', 'add', '--email', email, '--name', email, '--role', 'member', secret)
  }
  for (const email of [owner, ...members]) {
    const asked = ['--user', email, '--service', 'scan-export', '--name', 'crash loop']
    const { key = '' } = await run('key', 'create', ...asked)
    keys[email] = key
  }
  return { data, daybook, keys }
}

/** Files with the keys that each client process gets: the members share one, the owner has the other. */
export function writeKeyFiles({ keys }: Shop, work: string): string[] {
  return [members, [owner]].map((users, i) => {
    const file = join(work, `keys-${i}.json`)
    const some = Object.fromEntries(users.map((user) => [user, keys[user]]))
    writeFileSync(file, JSON.stringify(some), { mode: 0o600 })
    return file
  })
}
