import type { LinkProps } from '@tanstack/react-router'
import type { Paused } from '../../components/paused.tsx'
import type { HomeState } from './data.ts'

/** Something that somebody should see to, and the page where that is done, or what is confirmed at once. */
export type AttentionItem = {
  key: string
  /** Urgent is what loses something if nobody sees to it. */
  isUrgent: boolean
  title: string
  detail: string
  action: string
  link: PageLink | { docs: string } | { confirms: Paused }
  /** A second way. */
  also?: { action: string; link: PageLink } | undefined
}

export type PageLink = Pick<LinkProps, 'to' | 'search' | 'params'>

export type Maybe = AttentionItem | false | null

export type Machine = NonNullable<HomeState['machine']>

export const backups = { to: '/settings', search: { section: 'backups' } } as const

export const archiveSettings = { to: '/settings', search: { section: 'archive' } } as const

/** What somebody should see to when they come by; the urgent ones say so themselves. */
export const calm = { isUrgent: false } as const
export const urgent = { isUrgent: true } as const
