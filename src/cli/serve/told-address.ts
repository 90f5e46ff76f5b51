import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printError } from '../../platform/print.ts'

const name = 'daybook-address'

/** Where the service of the Debian package tells its address, in a folder that everybody may read while it runs. */
export const packageAddressFile: string = join('/run/daybook', name)

/**
 * Tells where Daybook is to whoever may not read its data, such as a menu entry of another user. The folder is one that systemd
 * makes (`RuntimeDirectory=`) and removes with the service; nothing happens without one.
 */
export function tellAddress(url: string, env: Record<string, string | undefined>): void {
  const folder = env['RUNTIME_DIRECTORY']
  if (folder === undefined) return
  const file = join(folder, name)
  try {
    writeFileSync(file, url)
    chmodSync(file, 0o644)
  } catch (error) {
    printError(`The address could not be written to ${file}:`, error)
  }
}

/** Undefined where nobody tells one, and for what is no web address: it is opened without a question. */
export function readAddress(file: string): string | undefined {
  try {
    const { protocol, origin } = new URL(readFileSync(file, 'utf8'))
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined
  } catch {
    // No service runs, or it is one without such a folder.
    return undefined
  }
}
