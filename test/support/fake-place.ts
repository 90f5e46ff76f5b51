import { Database } from 'bun:sqlite'
import { copyFileSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { PlaceAddress } from '../../src/platform/offsite/place.ts'
import { openPlace } from '../../src/platform/offsite/place.ts'
import { bookFolder, makeClaim, writeBeat } from '../../src/platform/replica/claims.ts'
import { noon } from './temporary-database.ts'

/** A folder with continuous copies of a book, which a test may change as whoever can write there could. */
export type FakePlace = Disposable & {
  root: string
  address: PlaceAddress
  /** What plays Litestream. */
  program: string
  /** From now on another Daybook is the first one. */
  claim(): Promise<void>
  /** Adds the next state of the book: the one before, or a given one, changed. */
  add(change?: (book: Database) => void, from?: string): Promise<void>
}

export function fakePlace(book: string): FakePlace {
  const work = mkdtempSync(join(tmpdir(), 'daybook-place-'))
  const root = join(work, 'place')
  mkdirSync(root)
  const address = { kind: 'folder', path: root } as const
  const place = openPlace(address, '')
  const program = join(work, 'litestream')
  const script = join(import.meta.dir, 'fake-litestream.child.ts')
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${script} "$@"\n`, { mode: 0o700 })
  const [manner, holder] = [{ waits: false, stopAfterSeconds: null }, 'one']
  const last = join(work, 'last.db')
  copyFileSync(book, last)
  let [epoch, txid] = [0, 0]
  return {
    root,
    address,
    program,
    async claim() {
      epoch++
      await makeClaim(place, { epoch, holder: `${holder} ${epoch}`, manner, now: noon })
    },
    async add(change = () => undefined, from = last) {
      if (from !== last) copyFileSync(from, last)
      const changed = new Database(last)
      change(changed)
      changed.close(true)
      txid++
      const number = txid.toString(16).padStart(16, '0')
      const file = join(root, bookFolder(epoch), `ltx/0/${number}-${number}.ltx`)
      mkdirSync(dirname(file), { recursive: true })
      // Nobody finds half of it.
      copyFileSync(last, `${file}.part`)
      renameSync(`${file}.part`, file)
      await writeBeat(place, { epoch, txid, at: Date.now() })
    },
    [Symbol.dispose]: () => rmSync(work, { recursive: true, force: true }),
  }
}
