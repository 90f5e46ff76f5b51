// What a URL is made of, without parsing it: each request is looked at.

/** Without a usable Host, and with CONNECT, what Bun calls the URL is none. */
export function hasAddress({ url }: Request): boolean {
  return /^https?:\/\//.test(url) && URL.canParse(url)
}

export function pathOf(url: string): string {
  const start = url.indexOf('/', url.indexOf('://') + 3)
  const end = url.indexOf('?', start)
  return end < 0 ? url.slice(start) : url.slice(start, end)
}

export function originOf(url: string): string {
  return url.slice(0, url.indexOf('/', url.indexOf('://') + 3))
}
