import { BlockList, isIP } from 'node:net'
import { once } from '../turns.ts'

// Names and addresses that mean a different computer in each network: nobody owns them, so a shop may certify its own.

/** Endings of names that no public name server knows (source: RFC 6761, 6762, 8375; ICANN for `internal`). */
const privateEndings = ['localhost', 'local', 'lan', 'home', 'home.arpa', 'internal'] as const

/** Source: RFC 1918, 1122, 3927, 6598, 4193, 4291. */
export const permittedNetworks = [
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '100.64.0.0/10',
  '::1/128',
  'fc00::/7',
  'fe80::/10',
] as const

const networks = once(() => {
  const list = new BlockList()
  for (const network of permittedNetworks) {
    const [address = '', bits] = network.split('/')
    list.addSubnet(address, Number(bits), familyOf(address))
  }
  return list
})

/**
 * What a root made on this computer may certify: private endings, and the computer's own name where that can never be a top-level domain. A
 * computer named SHOP could certify all of `.shop`; it is reachable as `shop.local`.
 */
export function permittedNames(host: string): string[] {
  return canBeTopLevel(host) ? [...privateEndings] : [...privateEndings, host]
}

/**
 * Top-level domains consist of letters only, or of letters of other scripts (source: RFC 1123, 2.1; ICANN, Applicant Guidebook 2.2.1.3.2).
 */
function canBeTopLevel(label: string): boolean {
  return /^[a-z]*$/.test(label) || label.startsWith('xn--')
}

/** Whether a root made on a computer called `host` may certify a name or an IP address. */
export function isPermitted(name: string, host: string): boolean {
  if (isIP(name) !== 0) return networks().check(name, familyOf(name))
  return permittedNames(host).some((ending) => name === ending || name.endsWith(`.${ending}`))
}

/** The type of a name in certificates. */
export function kindOfName(name: string): 'ip' | 'dns' {
  return isIP(name) === 0 ? 'dns' : 'ip'
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4'
}
