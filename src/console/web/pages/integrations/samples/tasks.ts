import type { Integration } from '../data.ts'

type Scope = Integration['scopes'][number]

/** What code can be shown for. `needs` are the scopes of a storefront key that its calls ask for. */
const tasks = [
  { task: 'documents', service: 'scan-export', label: 'Fetch documents', needs: [] },
  {
    task: 'orders',
    service: 'storefront',
    label: 'Fetch orders',
    needs: ['orders:read', 'orders:write'],
  },
  { task: 'order', service: 'storefront', label: 'Place an order', needs: ['orders:create'] },
  { task: 'products', service: 'storefront', label: 'Read products', needs: ['storefront:read'] },
  { task: 'bulk', service: 'storefront', label: 'Send products', needs: ['products:write'] },
  { task: 'stock', service: 'storefront', label: 'Set stock', needs: ['products:write'] },
] as const satisfies readonly {
  task: string
  service: Integration['service']
  label: string
  needs: readonly Scope[]
}[]

export type Task = (typeof tasks)[number]['task']

/** As the address of the page names them. */
export const taskNames = tasks.map(({ task }) => task)
export const languageNames = ['curl', 'powershell', 'python', 'csharp', 'vba'] as const

export type Language = (typeof languageNames)[number]

/** A text for each task. `base` is where the calls of the service begin, with a slash at its end. */
export type Samples = Record<Task, (base: string) => string>

/** In place of the key: Daybook keeps none that it could show. */
export const keyPlaceholder = 'PASTE_YOUR_KEY_HERE'

/** What a key may do, of what there is code for. */
export function tasksOf({ service, scopes }: Pick<Integration, 'service' | 'scopes'>) {
  return tasks.filter(
    (task) => task.service === service && task.needs.every((scope) => scopes.includes(scope)),
  )
}

/** What the code sends, in the languages that have a literal for it: to be changed by whoever copies it. */
export const exampleSku = 'YOUR-SKU'
export const exampleOrderNumber = 'YOUR-ORDER-1'

/** Rows in one request: far below what Daybook takes, so that each is answered within seconds. */
export const rowsPerRequest = 500
