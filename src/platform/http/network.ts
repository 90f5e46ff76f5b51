import { Type } from '@sinclair/typebox'
import { AppError } from '../errors.ts'

export const networkAccess = ['this computer', 'network'] as const

/** Which computers may reach Daybook. */
export type NetworkAccess = (typeof networkAccess)[number]

/** What an owner decided; null until somebody was asked. A host that was set otherwise comes first. */
export const networkSetting = {
  name: 'network.access',
  schema: Type.Union([...networkAccess.map((access) => Type.Literal(access)), Type.Null()]),
  default: null,
}

/** Which computers the listeners answer, and the way to change it while Daybook runs. */
export type Network = {
  /** Set by --host, --lan, the environment or daybook.toml: then nothing else changes it. */
  isFixed: boolean
  access(): NetworkAccess
  /** The address on this computer. */
  url(): string
  /** The addresses for other computers; none while they cannot reach it. */
  addresses(): string[]
  /** Opens or closes Daybook to the network at once. Throws AppError `conflict`, and then all is as before. */
  change(access: NetworkAccess): Promise<void>
}

/** For a server that somebody else listens for: it stays as it is. */
export const closedNetwork: Network = {
  isFixed: true,
  access: () => 'this computer',
  url: () => 'http://127.0.0.1',
  addresses: () => [],
  change: () =>
    Promise.reject(
      new AppError('conflict', 'This server was started so that nothing else can open it.'),
    ),
}
