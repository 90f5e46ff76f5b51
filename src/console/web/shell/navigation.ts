import { IconKey, type Icon } from '@tabler/icons-react'
import type { LinkProps } from '@tanstack/react-router'

type Place = { to: LinkProps['to']; label: string; icon: Icon; ownersOnly?: boolean }

/** The pages in the navigation, in its order. */
export const places: readonly Place[] = [{ to: '/keys', label: 'API keys', icon: IconKey }]
