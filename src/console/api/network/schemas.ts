import { Type } from '@sinclair/typebox'
import { networkAccess, type NetworkAccess } from '../../../platform/http/network.ts'

/** Which computers may reach Daybook. */
export const networkChoice = Type.Unsafe<NetworkAccess>({
  ...Type.Union(networkAccess.map((access) => Type.Literal(access))),
  expected: networkAccess.map((access) => `"${access}"`).join(' or '),
})

export const networkBody = Type.Object({ access: networkChoice })
