import type { Lease } from './lease.ts'

/**
 * A list's answer as JSON, with its lease, or nulls where there was nothing to lease, and the number of documents or orders that others
 * have leased.
 */
export function leaseText(list: string, lease: Lease | undefined, leased: number): string {
  const told = JSON.stringify({ ...leaseJson(lease), leased })
  return `${list.slice(0, -1)},${told.slice(1)}`
}

/** A lease in the API's form. */
export function leaseJson(lease: Lease | undefined) {
  if (lease === undefined) return { lease_id: null, fence: null, until: null }
  const { id, fence, until } = lease
  return { lease_id: id, fence, until: new Date(until).toISOString() }
}
