import type { LinkProps } from '@tanstack/react-router'
import { formatAgo, tCounted, formatTime } from '../../components/values.tsx'
import { t } from '../../language/language.ts'
import type { HomeState } from './data.ts'
import { pausedWords, type Paused } from '../../components/paused.tsx'

/** Documents that nobody has entered become urgent this long before they are deleted, in milliseconds. */
const soonMs = 7 * 24 * 60 * 60 * 1000

/** Documents and orders that programs could not enter. `now` in milliseconds since the epoch. */
export function booksItems({ scans, orders }: HomeState, now: number): Maybe[] {
  return [documentsItem(scans, now), ...orderItems(orders)]
}

function documentsItem(scans: HomeState['scans'], now: number): Maybe {
  if (scans === null || scans.notInBooks.documents === 0) return null
  const { documents, firstDeletedAt } = scans.notInBooks
  const isSoon = firstDeletedAt !== null && new Date(firstDeletedAt).getTime() - now < soonMs
  return {
    ...(isSoon ? urgent : calm),
    key: 'not in the books',
    title: t('{{documents}} could not be entered in the books', {
      documents: tCounted(documents, 'document'),
    }),
    detail:
      firstDeletedAt === null
        ? ''
        : t('Your accounting software says why. The first of them is deleted {{when}}.', {
            when: formatAgo(firstDeletedAt),
          }),
    action: t('Look at them'),
    link: { to: '/documents', search: { books: 'no' } },
  }
}

/** The first orders by name, and a link to all if there are more. */
function orderItems(orders: HomeState['orders']): Maybe[] {
  if (orders === null) return []
  const { first, count } = orders.notInBooks
  return [...namedOrders(first), count > first.length && allOrders(count)]
}

function allOrders(count: number): AttentionItem {
  return {
    ...calm,
    key: 'orders not in the books',
    title: t('{{orders}} could not be entered in the books', { orders: tCounted(count, 'order') }),
    detail: '',
    action: t('Look at them'),
    link: { to: '/orders', search: { books: 'no' } },
  }
}

type Named = NonNullable<HomeState['orders']>['notInBooks']['first']

function namedOrders(first: Named): AttentionItem[] {
  return first.map(({ id, orderNo, sentence }) => ({
    ...calm,
    key: `not in the books ${id}`,
    title: t('Order {{orderNo}} could not be entered in the books', { orderNo }),
    detail: sentence,
    action: t('Open the order'),
    link: { to: '/orders/$id', params: { id } },
  }))
}

/** Paused settings of restored data, which an owner can confirm at once. */
export function pausedItems({ paused }: Machine): Maybe[] {
  return paused.map((item) => ({
    ...(item.name === 'network.access' ? calm : urgent),
    ...pausedWords(item),
    key: `paused ${item.name}`,
    link: { confirms: item },
  }))
}

/** Problems with copying data elsewhere. */
export function copyItems(machine: Machine): Maybe[] {
  const { offsiteProblem, copiesProblem, copiedAt, refusedCopy, imagesProblem } = machine
  return [
    offsiteProblem !== null && {
      ...urgent,
      key: 'offsite',
      title: t('The backup was not copied to the second place'),
      detail: offsiteProblem,
      action: t('Look at the backups'),
      link: backups,
    },
    ...archiveItems(machine),
    copiesProblem !== null && {
      ...urgent,
      key: 'copies',
      title: t('The continuous copy stands still'),
      detail:
        copiedAt === null
          ? copiesProblem
          : `${copiesProblem} ${t('All that was written until {{time}} is copied.', { time: formatTime(copiedAt) })}`,
      action: t('What to do'),
      link: { docs: '/docs/standby' },
    },
    refusedCopy !== null && {
      ...urgent,
      key: 'refused copy',
      title: t('What the continuous copy holds is not taken'),
      detail: refusedCopy,
      action: t('What to do'),
      link: { docs: '/docs/standby' },
    },
    imagesProblem !== null && {
      ...calm,
      key: 'published images',
      title: t('Product images cannot be published'),
      detail: `${imagesProblem} ${t('Until then they are shown from this computer.')}`,
      action: t('What to do'),
      link: { docs: '/docs/beyond' },
    },
  ]
}

function archiveItems({ archive }: Machine): Maybe[] {
  if (archive === null) return []
  const { path, problem, lost } = archive
  const item = { ...urgent, action: t('Look at the archive'), link: archiveSettings }
  return [
    problem !== null && {
      ...item,
      key: 'archive',
      title: t('Documents cannot be archived'),
      detail: `${problem.says} ${t('Since {{since}}. Until then no document is deleted that is not in the archive, as long as the disk has room.', { since: formatTime(problem.since) })}`,
    },
    lost > 0 && {
      ...item,
      key: 'archive lost',
      title: t('{{documents}} deleted without being archived', {
        documents: tCounted(lost, 'document'),
      }),
      detail: t(
        'The disk of Daybook was nearly full, and they could not be written to {{path}}. Backups from before still hold them.',
        { path },
      ),
    },
  ]
}

/** Problems with stored files, and with the dates and content of backups. */
export function fileItems({ backup, brokenFiles: { count, titles } }: Machine): Maybe[] {
  return [
    count > 0 && {
      ...urgent,
      key: 'broken files',
      title: t('{{storedFiles}} damaged or missing on this disk', {
        storedFiles: tCounted(count, 'stored file'),
      }),
      detail: `${titles.join(', ')}${count > titles.length ? t(' and others') : ''}. ${t('Bring the same files in again: that mends them. Until then backups are incomplete. An older backup may still have them.')}`,
      action: t('Look at the backups'),
      link: backups,
    },
    count === 0 &&
      !backup.isComplete && {
        ...urgent,
        key: 'incomplete backup',
        title: t('The last backup is incomplete'),
        detail: t(
          'Files were damaged or missing when it was made. All are whole now: make a new one.',
        ),
        action: t('Make one now'),
        link: backups,
      },
    backup.datedAhead > 0 && {
      ...calm,
      key: 'backup dates',
      title: t('{{backups}} dated in the future', {
        backups: tCounted(backup.datedAhead, 'backup'),
      }),
      detail: t(
        'This computer’s clock is behind, or was ahead when they were made. They are kept in the order in which they were made.',
      ),
      action: t('Look at the backups'),
      link: backups,
    },
  ]
}

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
