import { api, ask } from '../../client.ts'
import { confirm } from '../../components/commands.tsx'
import { counted } from '../../components/values.tsx'
import { useRefresh } from '../../components/hooks.ts'

/** Asks, then deletes. `name` is that of a single product. */
export function useDeleteProducts(onDone: () => void | Promise<void>) {
  const refresh = useRefresh()
  return (ids: readonly string[], name?: string) => {
    const what = name === undefined ? counted(ids.length, 'product') : `“${name}”`
    confirm({
      title: `Delete ${what}?`,
      children: `${ids.length === 1 ? 'Its' : 'Their'} variants and images are deleted for good. Orders keep what was sold. To take something out of the shop and keep it here, deactivate it instead.`,
      action: ids.length === 1 ? 'Delete the product' : `Delete ${what}`,
      done: `${what} deleted.`,
      async run() {
        await ask(api.products.delete.post({ ids: [...ids] }))
        await onDone()
        await refresh()
      },
    })
  }
}
