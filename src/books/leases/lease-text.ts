import type { Lease } from './lease.ts'

/**
 * The answer of a list, as JSON, with the lease that it was given under, nulls where nothing was to be leased, and how many
 * more wait that are leased already.
 */
export function leaseText(list: string, lease: Lease | undefined, leased: number): string {
  const told = JSON.stringify({ ...leaseJson(lease), leased })
  return `${list.slice(0, -1)},${told.slice(1)}`
}

/** A lease as answers say it. */
export function leaseJson(lease: Lease | undefined) {
  if (lease === undefined) return { lease_id: null, fence: null, until: null }
  const { id, fence, until } = lease
  return { lease_id: id, fence, until: new Date(until).toISOString() }
}
