import type { Integration } from '../data.ts'

type Scope = Integration['scopes'][number]

/** The tasks with sample code. `needs` are the scopes that a storefront key needs for them. */
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

/** The names of tasks in the page's address. */
export const taskNames = tasks.map(({ task }) => task)
export const languageNames = ['curl', 'powershell', 'python', 'csharp', 'vba'] as const

export type Language = (typeof languageNames)[number]

/** A text for each task. `base` is the beginning of the service's calls, with a slash at its end. */
export type Samples = Record<Task, (base: string) => string>

/** Replaces the key, which Daybook does not store. */
export const keyPlaceholder = 'PASTE_YOUR_KEY_HERE'

/** The tasks that a key may do. */
export function tasksOf({ service, scopes }: Pick<Integration, 'service' | 'scopes'>) {
  return tasks.filter(
    (task) => task.service === service && task.needs.every((scope) => scopes.includes(scope)),
  )
}

/** Example values, for languages with a literal for them. The user must change them. */
export const exampleSku = 'YOUR-SKU'
export const exampleOrderNumber = 'YOUR-ORDER-1'

/** The rows in one request: far below Daybook's limit, so that each answer takes only seconds. */
export const rowsPerRequest = 500
