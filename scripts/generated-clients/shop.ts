import { join } from 'node:path'
import { daybookCommand, processes, type Processes } from '../crash-loop/processes.ts'
import { signIn } from '../crash-loop/shop.ts'

/** The sample shop on this computer, as `daybook demo` says where it is. */
export type SampleShop = {
  url: string
  scanExport: string
  storefront: string
  keys: { owner: string; member: string; otherMember: string; storefront: string }
  /** Another key of the owner, with the options of `daybook key create`. */
  createKey(service: string, ...options: string[]): Promise<string>
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
      createKey: (service, ...options) =>
        createKey(started, ['--user', email, '--data', data, '--service', service, ...options]),
      signIn: () => signIn(url, { email, password }),
      close: () => started.killAll(),
    }
  } catch (error) {
    await started.killAll()
    throw error
  }
}

async function createKey(started: Processes, options: readonly string[]): Promise<string> {
  const create = ['key', 'create', '--name', 'tried', '--json']
  const command = [...daybookCommand(false), ...create, ...options]
  const { code, stdout, stderr } = await started.run(command)
  if (code !== 0) throw new Error(`No key was made: ${stderr}`)
  return JSON.parse(stdout).key
}
