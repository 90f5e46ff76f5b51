/** Opens an address in the desktop's browser; where there is no desktop nothing happens. */
export function openInBrowser(url: string): void {
  const opener = openerOf(url)
  if (opener === undefined || Bun.which(opener[0] ?? '') === null) return
  Bun.spawn(opener, { stdin: 'ignore', stdout: 'ignore', stderr: 'ignore' }).unref()
}

function openerOf(url: string): string[] | undefined {
  if (!process.stdout.isTTY && process.platform !== 'win32') return undefined
  switch (process.platform) {
    case 'win32':
      return ['rundll32', 'url.dll,FileProtocolHandler', url]
    case 'darwin':
      return ['open', url]
    default:
      return process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY']
        ? ['xdg-open', url]
        : undefined
  }
}
