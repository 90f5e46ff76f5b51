/** The warning for an ERPNext that is reached over a network without encryption; '' where nobody can listen. */
export function plainHttpWarning(url: string): string {
  const { protocol, hostname } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol !== 'http:' || isHere) return ''
  return `The key of ERPNext crosses the network without encryption, since ${url} begins with http://. Whoever is on that network can read the key. Set up HTTPS there, make a new key, and pair again.`
}
