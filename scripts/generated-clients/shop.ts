import { join } from 'node:path'
import { daybookCommand, processes, type Processes } from '../crash-loop/processes.ts'

/** The sample shop on this computer, as `daybook demo` says where it is. */
export type SampleShop = {
  url: string
  scanExport: string
  storefront: string
  keys: { owner: string; member: string; otherMember: string; storefront: string }
  /** A key of the owner for scan export with a scope. */
  createKey(scope: string): Promise<string>
  /** The owner's cookie for the console. */
  signIn(): Promise<string>
  close(): Promise<void>
}

export async function openSampleShop(work: string): Promise<SampleShop> {
  const started = processes()
  const data = join(work, 'data')
  const demo = [...daybookCommand(false), 'demo', '--json', '--port', '0', '--keep', data]
  try {
    const line = await started.startServer(demo, join(work, 'demo.log')).listening()
    const { url, scanExport, storefront, email, password, keys } = JSON.parse(line)
    return {
      url,
      scanExport,
      storefront,
      keys: {
        owner: keys.owner,
        member: keys.member1,
        otherMember: keys.member2,
        storefront: keys.storefront,
      },
      createKey: (scope) => createKey(started, [email, scope, data]),
      signIn: () => signIn(url, { email, password }),
      close: () => started.killAll(),
    }
  } catch (error) {
    await started.killAll()
    throw error
  }
}

async function createKey(
  started: Processes,
  [email, scope, data]: readonly [string, string, string],
): Promise<string> {
  const whose = ['--user', email, '--service', 'scan-export', '--scope', scope, '--name', scope]
  const command = [...daybookCommand(false), 'key', 'create', ...whose, '--data', data, '--json']
  const { code, stdout, stderr } = await started.run(command)
  if (code !== 0) throw new Error(`No key was made: ${stderr}`)
  return JSON.parse(stdout).key
}

async function signIn(url: string, who: { email: string; password: string }): Promise<string> {
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
