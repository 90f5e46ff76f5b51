import { recorderOf } from '../../accounts/history.ts'

/** The actions of scan export in account history, each with its subject. */
export const scanActions = {
  'rules changed': 'rules',
  'proposals forgotten': 'settings',
  'archive changed': 'settings',
  'alias learnt': 'names',
  'habit forgotten': 'names',
  'habits forgotten': 'names',
  'scans acknowledged': 'deliveries',
  'scans put back': 'deliveries',
  'scan read': 'documents',
  'scan not read': 'documents',
  'scan split': 'documents',
  'scans joined': 'documents',
  'scan corrected': 'documents',
  'answer taken back': 'documents',
  'scan retried': 'documents',
  'scan delivered separately': 'documents',
  'papers settled': 'documents',
  'papers told apart': 'documents',
  'papers in question again': 'documents',
  'password kept': 'settings',
  'password forgotten': 'settings',
  'scan moved': 'documents',
  'scans moved': 'documents',
  'scan removed': 'documents',
  'scans removed': 'documents',
} as const

export type ScanAction = keyof typeof scanActions

export const recordHistory = recorderOf<ScanAction>()
