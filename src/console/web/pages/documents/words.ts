import type { ListedDocument } from './documents-query.ts'

type State = ListedDocument['state']

export const stateNames: Record<State, { name: string; color: string }> = {
  pending: { name: 'To be typed in', color: 'gray' },
  failed: { name: 'Could not be read', color: 'red' },
  waiting: { name: 'Waiting', color: 'cyan' },
  hidden: { name: 'Hidden duplicate', color: 'yellow' },
  synced: { name: 'Delivered', color: 'green' },
  settled: { name: 'Delivered as a duplicate', color: 'green' },
}
