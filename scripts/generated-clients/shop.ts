import { join } from 'node:path'
import { daybookCommand, processes, type Processes } from '../crash-loop/processes.ts'

/** The sample shop on this computer, as `daybook demo` says where it is. */
export type SampleShop = {
  scanExport: string
  storefront: string
  keys: { owner: string; member: string; storefront: string }
  /** A key of the owner for scan export with a scope. */
  createKey(scope: string): Promise<string>
  close(): Promise<void>
}

export async function openSampleShop(work: string): Promise<SampleShop> {
  const started = processes()
  const data = join(work, 'data')
  const demo = [...daybookCommand(false), 'demo', '--json', '--port', '0', '--keep', data]
  try {
    const line = await started.startServer(demo, join(work, 'demo.log')).listening()
    const { scanExport, storefront, email, keys } = JSON.parse(line)
    return {
      scanExport,
      storefront,
      keys: { owner: keys.owner, member: keys.member1, storefront: keys.storefront },
      createKey: (scope) => createKey(started, [email, scope, data]),
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
