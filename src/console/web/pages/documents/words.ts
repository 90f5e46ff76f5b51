import dayjs from 'dayjs'
import { dayFormat } from '../../parts/days.ts'
import type { Category, ListedDocument } from './documents-query.ts'

/** What kind of paper it is, in the words on the paper. */
export const categoryNames: Record<Category, string> = {
  vendor_invoice: 'Vendor bill',
  purchase_order: 'Purchase order',
  bank_entry: 'Bank statement',
}

type State = ListedDocument['state']

export const stateNames: Record<State, { name: string; color: string }> = {
  pending: { name: 'To be read', color: 'gray' },
  failed: { name: 'Could not be read', color: 'red' },
  waiting: { name: 'Waiting', color: 'cyan' },
  hidden: { name: 'Hidden duplicate', color: 'yellow' },
  synced: { name: 'Delivered', color: 'green' },
  settled: { name: 'Delivered as a duplicate', color: 'green' },
}

const kib = 1024
const sizes = new Intl.NumberFormat('en-IN', { maximumFractionDigits: 1 })

/** 812 bytes, 12.5 kB, 3.1 MB */
export function formatBytes(bytes: number): string {
  if (bytes < kib) return `${bytes} bytes`
  if (bytes < kib * kib) return `${sizes.format(bytes / kib)} kB`
  return `${sizes.format(bytes / kib / kib)} MB`
}

/** 20 Nov 2026, of `2026-11-20`; what is no such day stays as it was printed. */
export function formatDay(day: string): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayjs(day).format(dayFormat) : day
}
