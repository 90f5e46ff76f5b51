import {
  IconAddressBook,
  IconBook2,
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
  IconReceiptTax,
  IconSettings,
  IconShoppingCart,
  IconTags,
  IconUsers,
  type Icon as TablerIcon,
} from '@tabler/icons-react'
import { useRouter, type RegisteredRouter } from '@tanstack/react-router'
import { hasRole } from '../words.ts'
import { useSignedIn } from '../state.ts'
import { t } from '../language/language.ts'

export type Place = { to: keyof RegisteredRouter['routesByPath']; label: string; icon: TablerIcon }

/** The pages in the navigation, in their order. */
const places: readonly Place[] = [
  { to: '/', label: t('Today'), icon: IconHome },
  { to: '/documents', label: t('Documents'), icon: IconFiles },
  { to: '/catalogue', label: t('Products'), icon: IconPackage },
  { to: '/categories', label: t('Categories'), icon: IconCategory },
  { to: '/offers', label: t('Offers'), icon: IconDiscount },
  { to: '/orders', label: t('Orders'), icon: IconShoppingCart },
  { to: '/customers', label: t('Customers'), icon: IconAddressBook },
  { to: '/keys', label: t('API keys'), icon: IconKey },
  { to: '/rules', label: t('Rename rules'), icon: IconTags },
  { to: '/vendors', label: t('Vendors'), icon: IconBuildingStore },
  { to: '/product-names', label: t('Product names'), icon: IconPackages },
  { to: '/books', label: t('Books'), icon: IconBook2 },
  { to: '/gstr-2b', label: t('GSTR-2B'), icon: IconReceiptTax },
  { to: '/integrations', label: t('Integrations'), icon: IconPlugConnected },
  { to: '/activity', label: t('Activity'), icon: IconHistory },
  { to: '/credits', label: t('Credits'), icon: IconCoins },
  { to: '/users', label: t('Users'), icon: IconUsers },
  { to: '/settings', label: t('Settings'), icon: IconSettings },
]

/** The pages that the signed-in user may open. */
export function usePlaces(): Place[] {
  const { user, usesCredits } = useSignedIn()
  const { routesByPath } = useRouter()
  return places.filter(({ to }) => {
    if (to === '/credits' && !usesCredits) return false
    const isFor = routesByPath[to].options.staticData?.isFor
    return isFor === undefined || hasRole(user, isFor)
  })
}
