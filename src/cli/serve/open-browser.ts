import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'

/** So long a browser has to read the page that leads on, in milliseconds: it may have to start first. */
export const pageMs = 60_000

/** Opens an address in the desktop's browser; where there is no desktop nothing happens. */
export function openInBrowser(url: string): void {
  const opener = openerOf(url)
  if (opener === undefined || Bun.which(opener[0] ?? '') === null) return
  Bun.spawn(opener, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
}

/**
 * Opens an address with a secret behind its `#`. Every user of the computer sees what programs are started with: the
 * browser is sent to a page that this user alone can read, and that leads on. Returns what takes the page away; it goes
 * after a minute in any case.
 */
export function openWithSecret(url: string): () => void {
  if (openerOf(url) === undefined) return () => undefined
  const written = writePrivatePage(leadingTo(url))
  if (written === undefined) {
    // The code can be typed there.
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
 * A page in a new folder, both of this user alone. On Linux browsers often run in a sandbox: of this user's files they read
 * those that are in no hidden folder. Undefined where it cannot be written: a user without a home, or a full disk.
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
      // A double click comes with a terminal there.
      return process.stdout.isTTY ? ['open', url] : undefined
    default:
      // A double click comes without one here: there is nothing else to see of Daybook.
      return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
        ? ['xdg-open', url]
        : undefined
  }
}
