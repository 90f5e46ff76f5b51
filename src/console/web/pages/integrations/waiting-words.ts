import { counted } from '../../components/values.tsx'
import type { Integration } from './integrations-query.ts'

/** "3 documents", "1 order", "nothing" */
export function waitingWords(service: Integration['service'], count: number): string {
  if (count === 0) return 'nothing'
  return counted(count, service === 'scan-export' ? 'document' : 'order')
}
