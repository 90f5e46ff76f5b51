import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { formatCount } from '../../components/values.tsx'
import { useRefresh } from '../../components/hooks.ts'
import type { Category } from './categories-query.ts'

/** Asks before a category goes: its products stay, in the built-in one. */
export function useDeleteCategory() {
  const refresh = useRefresh()
  return ({ id, name, products, image }: Category) =>
    confirm({
      title: `Delete the category “${name}”?`,
      children: [whatMoves(products), image === null ? '' : ' Its image is deleted.'].join(''),
      action: 'Delete the category',
      done: `The category “${name}” is deleted.`,
      async run() {
        await ask(api.categories({ id }).delete.post())
        await refresh()
      },
    })
}

function whatMoves(products: number): string {
  if (products === 0) return 'No product is in it.'
  if (products === 1) return '1 product moves to Uncategorised; nothing else of it changes.'
  return `${formatCount(products)} products move to Uncategorised; nothing else of them changes.`
}
