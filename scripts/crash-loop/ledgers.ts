import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLedger, type Entry } from '../client-flow/ledger.ts'
import type { ErpEntry, ShopEntry } from '../client-flow/storefront/ledger.ts'

/** The files in which each client writes the answers it got. `imports` has the products that commands import. */
export type Ledgers = { integrators: string[]; shop: string; imports: string; erp: string }

/** What the ledgers hold. */
export type Promised = { integrators: Entry[][]; shop: ShopEntry[]; erp: ErpEntry[] }

/** Makes empty ledgers in the folder of the loop; there are two integrators. */
export function makeLedgers(work: string): Ledgers {
  const make = (name: string) => {
    const file = join(work, `ledger-${name}.jsonl`)
    writeFileSync(file, '')
    return file
  }
  return {
    integrators: [make('0'), make('1')],
    shop: make('shop'),
    imports: make('imports'),
    erp: make('erp'),
  }
}

export function readLedgers({ integrators, shop, imports, erp }: Ledgers): Promised {
  // Reads the accounting system's ledger first: every order in it is then in the shop's ledger already.
  const taken = readLedger<ErpEntry>(erp)
  return {
    integrators: integrators.map((file) => readLedger(file)),
    shop: [...readLedger<ShopEntry>(shop), ...readLedger<ShopEntry>(imports)],
    erp: taken,
  }
}
