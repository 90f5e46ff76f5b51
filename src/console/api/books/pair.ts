import { createKey } from '../../../accounts/keys/keys.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'

const keyRandomBytes = 32

/** What a bridge needs of the storefront: it takes orders over, and brings stock and prices. */
const ordersScopes = ['orders:read', 'orders:write', 'products:write'] as const

/**
 * Makes the two keys of a bridge, which are in the answer and nowhere else, and the lines that pair and start it. `address` is where it
 * reaches Daybook.
 */
export async function pairBridge(
  { database, clock }: Pick<ConsoleDeps, 'database' | 'clock'>,
  { email, userId }: Session,
  address: string,
) {
  const common = { email, createdBy: userId, name: 'Bridge to Tally' }
  const random = [randomBytes(), randomBytes()] as const
  const made = await database.write((conn) => {
    const now = clock.now()
    const documents = createKey(
      conn,
      { ...common, service: 'scan-export', scopes: ['scans:import'], allUsers: true },
      now,
      random[0],
    )
    const orders = createKey(
      conn,
      { ...common, service: 'storefront', scopes: ordersScopes, allUsers: false },
      now,
      random[1],
    )
    return { documents: documents.key, orders: orders.key }
  })
  return {
    address,
    pair: `daybook bridge pair tally --daybook ${address} --key ${made.documents} --orders-key ${made.orders}`,
    run: 'daybook bridge run',
    service: 'daybook bridge service install',
  }
}

function randomBytes(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(keyRandomBytes))
}
