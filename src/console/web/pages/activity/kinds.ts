/** What entries of the account history are about, in the order of the choice. */
export const activityKinds = [
  'deliveries',
  'sign-ins',
  'keys',
  'users',
  'rules',
  'catalogue',
  'settings',
] as const

export const kindNames = {
  deliveries: 'Deliveries',
  'sign-ins': 'Signing in',
  keys: 'API keys',
  users: 'Users',
  rules: 'Rename rules',
  catalogue: 'Catalogue',
  settings: 'Settings and upkeep',
} as const satisfies Record<(typeof activityKinds)[number], string>
