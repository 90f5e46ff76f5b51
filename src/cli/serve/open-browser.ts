import { mkdtempSync, rmSync, writeFileSync, chmodSync, readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { printError } from '../../platform/print.ts'

/** How long a browser has to load the redirect page, in milliseconds. It may have to start first. */
export const pageMs = 60_000

/** Opens an address in the desktop's browser. Does nothing without a desktop. */
export function openInBrowser(url: string): void {
  const opener = openerOf(url)
  if (opener === undefined || Bun.which(opener[0] ?? '') === null) return
  Bun.spawn(opener, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
}

/**
 * Opens an address with a secret after its `#`. Every user of the computer can see a program's arguments, so the browser gets a page that
 * only this user can read and that redirects. Returns a function that removes the page. The page disappears after a minute in any case.
 */
export function openWithSecret(url: string): () => void {
  if (openerOf(url) === undefined) return () => undefined
  const written = writePrivatePage(leadingTo(url))
  if (written === undefined) {
    // The user can type the code there.
    openInBrowser(url.slice(0, url.indexOf('#')))
    return () => undefined
  }
  openInBrowser(written.page)
  setTimeout(written.remove, pageMs).unref()
  return written.remove
}

function leadingTo(url: string): string {
  const target = Bun.escapeHTML(url)
  const lead = `<meta charset="utf-8"><meta http-equiv="refresh" content="0; url=${target}">`
  return `<!doctype html>${lead}<a href="${target}">Set up Daybook</a>`
}

/**
 * Writes a page in a new folder, both readable by this user only. On Linux, sandboxed browsers can read a user's files only outside
 * hidden folders. Undefined where writing fails: a user without a home, or a full disk.
 */
function writePrivatePage(html: string): { page: string; remove: () => void } | undefined {
  const place = process.platform === 'linux' ? homedir() : tmpdir()
  let folder = ''
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    folder = mkdtempSync(join(place, 'daybook-'))
    const page = join(folder, 'set-up.html')
    writeFileSync(page, html, { mode: 0o600 })
    return { page, remove }
  } catch {
    if (folder !== '') remove()
    return undefined
  }
}

function openerOf(url: string): string[] | undefined {
  switch (process.platform) {
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url]
    case 'darwin':
      // On macOS a double click opens a terminal.
      return process.stdout.isTTY ? ['open', url] : undefined
    default:
      // On Linux a double click opens no terminal, so the browser is all a person sees of Daybook.
      return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
        ? ['xdg-open', url]
        : undefined
  }
}

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
