export const serviceNames = { 'scan-export': 'Scan export', storefront: 'Storefront' } as const
