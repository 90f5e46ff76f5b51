import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Addresses such as a shop's router gives. */
const pcAddress = '192.168.1.20'
const phoneAddress = '192.168.1.30'

/** A network of two machines and nothing else. The machines can talk only over the wire between them. */
export type Lan = Disposable & { pc: Machine; phone: Machine }

/** `within` is the beginning of each command that runs on this machine. */
export type Machine = { within: readonly string[] }

/** Throws if this user may not make networks. Networks need root and Linux. */
export function makeLan(): Lan {
  const pc = `daybook-pc-${process.pid}`
  const phone = `daybook-phone-${process.pid}`
  const made = [pc, phone].filter((name) => ip('netns', 'add', name))
  const remove = () => made.forEach((name) => ip('netns', 'del', name))
  const wired =
    ip('-n', pc, 'link', 'add', 'lan0', 'type', 'veth', 'peer', 'name', 'lan0', 'netns', phone) &&
    connect(pc, pcAddress) &&
    connect(phone, phoneAddress)
  if (!wired) {
    remove()
    throw new Error('No network could be made here: it takes root, and "ip" of iproute2.')
  }
  return { pc: machine(pc), phone: machine(phone), [Symbol.dispose]: remove }
}

/** A file that runs a program on the machine, for callers that accept only a path. */
export function programOn({ within }: Machine, program: string, folder: string): string {
  const file = join(folder, `on-${within.at(-1)}`)
  writeFileSync(file, `#!/bin/sh\nexec ${within.join(' ')} ${program} "$@"\n`)
  chmodSync(file, 0o755)
  return file
}

function machine(name: string): Machine {
  return { within: ['ip', 'netns', 'exec', name] }
}

function connect(name: string, address: string): boolean {
  return (
    ip('-n', name, 'addr', 'add', `${address}/24`, 'dev', 'lan0') &&
    ip('-n', name, 'link', 'set', 'lan0', 'up') &&
    ip('-n', name, 'link', 'set', 'lo', 'up') &&
    ip('-n', name, 'route', 'add', 'default', 'dev', 'lan0')
  )
}

function ip(...words: string[]): boolean {
  return Bun.which('ip') !== null && Bun.spawnSync(['ip', ...words]).success
}
