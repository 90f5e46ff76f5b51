import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { printError } from '../../platform/print.ts'

const name = 'daybook-address'

/** The file with the address of the Debian package's service. Everybody may read its folder while the service runs. */
export const packageAddressFile: string = join('/run/daybook', name)

/**
 * Writes Daybook's address for users who may not read its data, such as another user's menu entry. systemd creates the folder
 * (`RuntimeDirectory=`) and removes it with the service. Does nothing without the folder.
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

/** Undefined without an address, and for anything but a web address, because the caller opens it without asking. */
export function readAddress(file: string): string | undefined {
  try {
    const { protocol, origin } = new URL(readFileSync(file, 'utf8'))
    return protocol === 'http:' || protocol === 'https:' ? origin : undefined
  } catch {
    // No service runs, or its service has no such folder.
    return undefined
  }
}
