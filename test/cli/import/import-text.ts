import { afterAll, beforeAll } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importInto } from '../../../src/cli/import/import.ts'
import type { ImportKind, TallyResult } from '../../../src/cli/import/kind.ts'
import { withSource } from '../../../src/cli/import/source.ts'
import { openShop, type Shop } from '../../support/shop.ts'

export type ImportFolder = {
  path(name: string): string
  write(name: string, content: string | Uint8Array): string
  /** Writes a file and imports it. */
  import(
    shop: Shop,
    kind: ImportKind,
    content: string | Uint8Array,
    name?: string,
    dryRun?: boolean,
    asOf?: string,
  ): Promise<TallyResult>
  remove(): void
}

/** Gives all tests of a file one shop, and a folder for files to import. */
export function withImports(take: (made: { shop: Shop; folder: ImportFolder }) => void): void {
  const folder = importFolder()
  let shop: Shop
  beforeAll(async () => {
    shop = await openShop()
    take({ shop, folder })
  })
  afterAll(async () => {
    folder.remove()
    await shop.close()
  })
}

/** A folder for files to import. */
function importFolder(): ImportFolder {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-import-test-'))
  const path = (name: string) => join(folder, name)
  const write = (name: string, content: string | Uint8Array) => {
    writeFileSync(path(name), content)
    return path(name)
  }
  return {
    path,
    write,
    import: (shop, kind, content, name = 'file.jsonl', dryRun = false, asOf) =>
      withSource(write(name, content), (source) =>
        importInto(
          {
            database: shop.database,
            dir: shop.dir,
            clock: shop.storefront.clock,
            source,
            pauseMs: 0,
            dryRun,
            asOf,
          },
          kind,
        ),
      ),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export function jsonLines(...lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('')
}
