import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { productsOf } from './name-columns.tsx'
import type { Entry, NameKind } from './names-query.ts'
import { words } from './words.ts'

/** Asks before an entry is deleted, and says what goes with it. */
export function confirmRemoval(kind: NameKind, entry: Entry, refresh: () => Promise<void>): void {
  const { id, name, aliasCount } = entry
  const products = entry.products ?? 0
  const aliases = aliasCount === 1 ? 'its alias' : `its ${aliasCount} aliases`
  confirm({
    title: `Delete “${name}”?`,
    children: `“${name}”${aliasCount === 0 ? ' is' : ` and ${aliases} are`} gone for good: documents that say so keep what was read. ${
      products === 0
        ? ''
        : `${productsOf(products)} of the catalogue then ${products === 1 ? 'has' : 'have'} no vendor. `
    }What was handed over already stays as it is. If it is the same as another ${words[kind].one}, merge the two instead.`,
    action: 'Delete',
    done: `“${name}” is deleted.`,
    async run() {
      await ask(api.names({ id }).remove.post())
      await refresh()
    },
  })
}
