/** What to tell of an ERPNext that is reached without encryption over a network; '' where nobody can read along. */
export function plainHttpWarning(url: string): string {
  const { protocol, hostname } = new URL(url)
  const isHere = hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
  if (protocol !== 'http:' || isHere) return ''
  return `The key of ERPNext crosses the network without encryption, since ${url} begins with http://. Whoever is on that network can read the key. Set up HTTPS there, make a new key, and pair again.`
}
