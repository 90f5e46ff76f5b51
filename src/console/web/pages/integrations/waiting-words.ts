import { formatCount } from '../../parts/money.tsx'
import type { Integration } from './integrations-query.ts'

/** "3 documents", "1 order", "nothing" */
export function waitingWords(service: Integration['service'], count: number): string {
  if (count === 0) return 'nothing'
  const noun = service === 'scan-export' ? 'document' : 'order'
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
