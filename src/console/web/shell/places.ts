import {
  IconAddressBook,
  IconBuildingStore,
  IconCategory,
  IconCoins,
  IconDiscount,
  IconFiles,
  IconHistory,
  IconHome,
  IconKey,
  IconPackage,
  IconPackages,
  IconPlugConnected,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconUsers,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { hasRole } from '../roles.ts'
import { useSignedIn } from '../state.ts'

export type Place = { to: keyof RegisteredRouter['routesByPath']; label: string; icon: TablerIcon }

/** The pages in the navigation, in its order. */
const places: readonly Place[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/documents', label: 'Documents', icon: IconFiles },
  { to: '/catalogue', label: 'Products', icon: IconPackage },
  { to: '/categories', label: 'Categories', icon: IconCategory },
  { to: '/offers', label: 'Offers', icon: IconDiscount },
  { to: '/orders', label: 'Orders', icon: IconShoppingCart },
  { to: '/customers', label: 'Customers', icon: IconAddressBook },
  { to: '/keys', label: 'API keys', icon: IconKey },
  { to: '/rules', label: 'Rename rules', icon: IconTags },
  { to: '/vendors', label: 'Vendors', icon: IconBuildingStore },
  { to: '/product-names', label: 'Product names', icon: IconPackages },
  { to: '/integrations', label: 'Integrations', icon: IconPlugConnected },
  { to: '/activity', label: 'Activity', icon: IconHistory },
  { to: '/credits', label: 'Credits', icon: IconCoins },
  { to: '/users', label: 'Users', icon: IconUsers },
  { to: '/settings', label: 'Settings', icon: IconSettings },
]

/** The pages that whoever is signed in may open. */
export function usePlaces(): Place[] {
  const { user, usesCredits } = useSignedIn()
  const { routesByPath } = useRouter()
  return places.filter(({ to }) => {
    if (to === '/credits' && !usesCredits) return false
    const isFor = routesByPath[to].options.staticData?.isFor
    return isFor === undefined || hasRole(user, isFor)
  })
}
