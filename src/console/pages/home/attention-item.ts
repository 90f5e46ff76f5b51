import type { LinkProps } from '@tanstack/react-router'
import type { Paused } from '../../components/paused.tsx'
import type { HomeState } from './data.ts'

/** Something that needs attention, with a link to the page for it, or a button to confirm it. */
export type AttentionItem = {
  key: string
  /** Urgent: ignoring it loses something. */
  isUrgent: boolean
  title: string
  detail: string
  action: string
  link: PageLink | { docs: string } | { confirms: Paused }
  /** A second link. */
  also?: { action: string; link: PageLink } | undefined
}

export type PageLink = Pick<LinkProps, 'to' | 'search' | 'params'>

export type Maybe = AttentionItem | false | null

export type Machine = NonNullable<HomeState['machine']>

export const backups = { to: '/settings', search: { section: 'backups' } } as const

export const archiveSettings = { to: '/settings', search: { section: 'archive' } } as const

/** The two levels of urgency. */
export const calm = { isUrgent: false } as const
export const urgent = { isUrgent: true } as const
