import type { Conn } from '../platform/db/connection.ts'
import { newId } from '../platform/ids.ts'
import { insertHistory } from './queries.ts'

/** What account history is about: how the console lets one choose. */
export const historyKinds = [
  'deliveries',
  'documents',
  'orders',
  'sign-ins',
  'keys',
  'users',
  'rules',
  'names',
  'catalogue',
  'settings',
] as const
export type HistoryKind = (typeof historyKinds)[number]

/** What account history knows of, append-only and kept for good, and what each entry is about. */
const kindOfAction = {
  'organisation set up': 'settings',
  'organisation changed': 'settings',
  'settings changed': 'settings',
  'user added': 'users',
  'user deactivated': 'users',
  'user reactivated': 'users',
  'role changed': 'users',
  'password link made': 'users',
  'password changed': 'users',
  'key created': 'keys',
  'key revoked': 'keys',
  'key rotated': 'keys',
  'signed in': 'sign-ins',
  'signed out': 'sign-ins',
  'sign-in refused': 'sign-ins',
  'session revoked': 'sign-ins',
  'set-up link made': 'settings',
  'network changed': 'settings',
  'credits granted': 'settings',
  'credits adjusted': 'settings',
  'rules changed': 'rules',
  'scans acknowledged': 'deliveries',
  'scans put back': 'deliveries',
  'scan corrected': 'documents',
  'scan retried': 'documents',
  'scan delivered separately': 'documents',
  'scan moved': 'documents',
  'scan removed': 'documents',
  'orders acknowledged': 'deliveries',
  'orders put back': 'deliveries',
  'order placed': 'orders',
  'order moved': 'orders',
  'name renamed': 'names',
  'names merged': 'names',
  'name deleted': 'names',
  'products deleted': 'catalogue',
  'category deleted': 'catalogue',
  'offer deleted': 'catalogue',
  cleanup: 'settings',
  'backup made': 'settings',
  'backup deleted': 'settings',
  'clock confirmed': 'settings',
} as const satisfies Record<string, HistoryKind>

type HistoryAction = keyof typeof kindOfAction

export type HistoryEntry = {
  action: HistoryAction
  userId?: string | undefined
  keyId?: string | undefined
  details: Record<string, unknown>
}

/** Writes one line of account history in the caller's transaction. */
export function recordHistory(conn: Conn, now: number, entry: HistoryEntry): void {
  insertHistory(conn).run({
    id: newId(now),
    at: now,
    action: entry.action,
    userId: entry.userId ?? null,
    keyId: entry.keyId ?? null,
    details: JSON.stringify(entry.details),
  })
}

export function actionsOfKind(kind: HistoryKind): string[] {
  return Object.entries(kindOfAction).flatMap(([action, its]) => (its === kind ? [action] : []))
}

/** Undefined for an action that only another version of Daybook knows. */
export function findKindOf(action: string): HistoryKind | undefined {
  return new Map<string, HistoryKind>(Object.entries(kindOfAction)).get(action)
}
