import {
  IconCategory,
  IconCoins,
  IconDiscount,
  IconFiles,
  IconSettings,
  IconUsers,
  IconBuildingStore,
  IconHistory,
  IconHome,
  IconKey,
  IconPackage,
  IconPackages,
  IconPlugConnected,
  IconShoppingCart,
  IconTags,
  type Icon,
} from '@tabler/icons-react'
import type { RegisteredRouter } from '@tanstack/react-router'

type Place = { to: keyof RegisteredRouter['routesByPath']; label: string; icon: Icon }

/** The pages in the navigation, in its order. */
export const places: readonly Place[] = [
  { to: '/', label: 'Home', icon: IconHome },
  { to: '/documents', label: 'Documents', icon: IconFiles },
  { to: '/catalogue', label: 'Products', icon: IconPackage },
  { to: '/categories', label: 'Categories', icon: IconCategory },
  { to: '/offers', label: 'Offers', icon: IconDiscount },
  { to: '/orders', label: 'Orders', icon: IconShoppingCart },
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
