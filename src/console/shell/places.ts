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

/** Pages for one kind of work. Today has no name: everybody begins there. */
export type PlaceGroup = { name: string; places: readonly Place[] }

/** The pages in the navigation, in their order. */
const groups: readonly PlaceGroup[] = [
  { name: '', places: [{ to: '/', label: t('Today'), icon: IconHome }] },
  {
    name: t('Purchases'),
    places: [
      { to: '/documents', label: t('Documents'), icon: IconFiles },
      { to: '/gstr-2b', label: t('GSTR-2B'), icon: IconReceiptTax },
      { to: '/vendors', label: t('Vendors'), icon: IconBuildingStore },
    ],
  },
  {
    name: t('Sales'),
    places: [
      { to: '/orders', label: t('Orders'), icon: IconShoppingCart },
      { to: '/customers', label: t('Customers'), icon: IconAddressBook },
    ],
  },
  {
    name: t('Catalogue'),
    places: [
      { to: '/catalogue', label: t('Products'), icon: IconPackage },
      { to: '/categories', label: t('Categories'), icon: IconCategory },
      { to: '/offers', label: t('Offers'), icon: IconDiscount },
    ],
  },
  {
    name: t('Shop'),
    places: [
      { to: '/books', label: t('Books'), icon: IconBook2 },
      { to: '/users', label: t('Users'), icon: IconUsers },
      { to: '/settings', label: t('Settings'), icon: IconSettings },
    ],
  },
  {
    name: t('For programmers'),
    places: [
      { to: '/keys', label: t('API keys'), icon: IconKey },
      { to: '/integrations', label: t('Integrations'), icon: IconPlugConnected },
      { to: '/rules', label: t('Rename rules'), icon: IconTags },
      { to: '/product-names', label: t('Product names'), icon: IconPackages },
      { to: '/activity', label: t('Activity'), icon: IconHistory },
      { to: '/credits', label: t('Credits'), icon: IconCoins },
    ],
  },
]

/** The pages that the signed-in user may open. A group without any is left out. */
export function usePlaceGroups(): PlaceGroup[] {
  const { user, usesCredits } = useSignedIn()
  const { routesByPath } = useRouter()
  const mayOpen = ({ to }: Place) => {
    if (to === '/credits' && !usesCredits) return false
    const isFor = routesByPath[to].options.staticData?.isFor
    return isFor === undefined || hasRole(user, isFor)
  }
  return groups.flatMap(({ name, places }) => {
    const own = places.filter(mayOpen)
    return own.length === 0 ? [] : [{ name, places: own }]
  })
}
